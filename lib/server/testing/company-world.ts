import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, vi } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService } from "@/service/testing/test-service"
import { migrateTables, openPool } from "../../db"
import { openBrowser, signIn, startTestDashboard } from "../../session/testing/test-dashboard"
import { startTestIdentity } from "../../session/testing/test-identity"
import { openBackendOf } from "../backend"
import { parseConfig } from "../config"
import type { Backend } from "../opened"
import { createSessionsTable } from "../sessions/table"
import { ownHeaders } from "./ask-as"

/** The secrets of an instance. */
export interface InstanceSecrets {
  readonly secret: string
  readonly previousSecret?: string
}

interface Sending {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends requests of one signed-in person to one instance. An unexpected status fails the test. */
const createPerson =
  (backend: Backend, origin: string, cookie: string) =>
  async (
    method: string,
    path: string,
    { body, headers }: Sending = {},
    status = [200, 201, 202, 204],
  ) => {
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body)
    const request = new Request(`${origin}${path}`, {
      method,
      headers: {
        ...ownHeaders(origin),
        "content-type": "application/json",
        ...headers,
        cookie,
      },
      ...(text !== undefined && { body: text }),
    })
    const answer = await backend.fetch(request, { target: path })
    const read = await answer.text()
    expect(status, `${method} ${path}: ${answer.status} ${read}`).toContain(answer.status)
    return {
      status: answer.status,
      headers: answer.headers,
      body: read && /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(read) : read,
    }
  }

/** Sends a request as one person: method, path, what is sent, and the expected status. */
export type AskAsPerson = ReturnType<typeof createPerson>

/**
 * A company with a real service and identity provider in one database and the dashboard's own
 * tables in another. A test opens as many instances of the backend as it needs, each with its own
 * secrets.
 */
export async function openCompanyWorld({
  databaseUrl,
  platformDatabaseUrl,
}: {
  readonly databaseUrl: string
  /** The database of the service and the identity provider. */
  readonly platformDatabaseUrl: string
}) {
  const service = await startTestService({ databaseUrl: platformDatabaseUrl })
  const identitySchema = `identity_${randomUUID().slice(0, 8)}`
  const identity = await startTestIdentity(platformDatabaseUrl, identitySchema)
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-company-"))
  const workspaceFile = join(directory, "workspace.json")
  writeFileSync(workspaceFile, "{}")
  const origin = "http://localhost:3000"
  vi.stubEnv("NEXTAUTH_URL", origin)
  const stops: (() => Promise<unknown>)[] = []

  /** The settings of an instance with these secrets. */
  const settingsOf = (
    { secret, previousSecret }: InstanceSecrets,
    more: Readonly<Record<string, string>> = {},
  ): Record<string, string> => ({
    DATABASE_URL: databaseUrl,
    REPORTING_API_URL: service.url,
    REPORTING_TOKEN_URL: `${service.origin}/oidc/token`,
    REPORTING_CLIENT_ID: demoClient.id,
    REPORTING_CLIENT_SECRET: demoClient.secret,
    REPORTING_RATE_LIMIT: "0",
    COPY_BUDGET: "0",
    AUTH_OIDC_ISSUER: identity.issuer,
    AUTH_OIDC_CLIENT_ID: demoClient.id,
    AUTH_OIDC_CLIENT_SECRET: demoClient.secret,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_SECRET_PREVIOUS: previousSecret ?? "",
    NEXTAUTH_URL: origin,
    WORKSPACE_FILE: workspaceFile,
    ...more,
  })

  return {
    service,
    identity,
    origin,
    workspaceFile,
    /** Opens an instance of the whole backend. */
    open(secrets: InstanceSecrets, more: Readonly<Record<string, string>> = {}) {
      const backend = openBackendOf(parseConfig(settingsOf(secrets, more)))
      let isOpen = true
      const stop = async () => {
        if (isOpen) await backend.stop(async () => {})
        isOpen = false
      }
      stops.unshift(stop)
      return {
        backend,
        as: (cookie: string): AskAsPerson => createPerson(backend, origin, cookie),
        stop,
      }
    },
    /**
     * Signs a person in with a browser, at an instance with these secrets, and returns the session
     * cookie.
     */
    async signIn(email: string, secrets: InstanceSecrets): Promise<string> {
      const pool = openPool(databaseUrl, { max: 2 })
      const table = createSessionsTable({ pool })
      await migrateTables(pool, "dashboard", "dashboard")
      const dashboard = await startTestDashboard({
        table,
        issuer: identity.issuer,
        ...secrets,
      })
      vi.stubEnv("NEXTAUTH_URL", dashboard.origin)
      try {
        const browser = openBrowser()
        await signIn(browser, dashboard, { email })
        const cookies = browser.cookiesFor(dashboard.origin).split("; ")
        const found = cookies.find((cookie) => /session-token=./.test(cookie))
        if (!found) throw new Error(`${email} could not sign in.`)
        return found
      } finally {
        vi.stubEnv("NEXTAUTH_URL", origin)
        await dashboard.stop()
        await pool.end()
      }
    },
    async stop() {
      vi.unstubAllEnvs()
      for (const stop of stops) await stop()
      await identity.stop()
      await service.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type CompanyWorld = Awaited<ReturnType<typeof openCompanyWorld>>
