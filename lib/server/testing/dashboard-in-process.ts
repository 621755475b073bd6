import "next/dist/server/node-environment-baseline"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { expect, vi } from "vitest"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { checkAnswer } from "../../contract/testing/check-answer"
import { openPool } from "../../db"
import { testSecret } from "../../session/testing/test-dashboard"
import { openBackendOf } from "../backend"
import { reloadConfig } from "../config"
import { limitRequests } from "../front"
import { createLog } from "../http/log"
import { holdBackend } from "../opened"
import { type AppFile, appFiles, matchPattern } from "./app-folder"
import { runInRequest } from "./next-request"
import { openPeople } from "./signed-in-people"

/** A name in the workspace file that only people with permission may see. */
export const plantedName = "Planted data set"

/** The route file of the catalogue's operations. */
export const operationsPattern = "/api/[[...path]]"

const workspace = { dataSets: [{ id: randomUUID(), name: plantedName, unit: "hours" }] }

export async function createDatabase(administrationUrl: string) {
  const administration = openPool(administrationUrl, { max: 1 })
  const name = `access_${randomUUID().slice(0, 8)}`
  await administration.query(`create database ${name}`)
  const url = new URL(administrationUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async close() {
      await dropDatabase(administration, name)
      await administration.end()
    },
  }
}

/**
 * The application name of the backend's connections, unlike those of the service and the identity
 * provider.
 */
export const backendConnections = "dashboard-in-process"

function nameConnections(address: string): string {
  const url = new URL(address)
  url.searchParams.set("application_name", backendConnections)
  return url.href
}

const staticLength = ({ pattern }: AppFile) => pattern.split("[")[0]?.length ?? 0
const routes = appFiles
  .filter(({ kind }) => kind === "route")
  .toSorted((one, other) => staticLength(other) - staticLength(one))

function findRoute(pathname: string): AppFile {
  const found =
    routes.find(({ pattern }) => matchPattern(pattern, pathname)) ??
    routes.find(({ pattern }) => pattern === operationsPattern)
  if (!found) throw new Error("There is no route for operations.")
  return found
}

/** The three ways in which a request reaches the backend. */
export const mounts = ["front", "route handler", "in process"] as const
export type Mount = (typeof mounts)[number]

/** Responses of next-auth are not in our OpenAPI document. */
const isDescribed = (path: string) => path.startsWith("/api/") && !path.startsWith("/api/auth/")

/** Sends a request with its path unchanged, which `fetch` would normalize. */
async function requestRaw(
  server: Server,
  path: string,
  { body, ...options }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Response> {
  const { port } = server.address() as AddressInfo
  const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` }
  const headers = { ...options.headers, ...length }
  const request = httpRequest({ ...options, host: "127.0.0.1", port, path, headers })
  request.end(body)
  const [answer] = (await once(request, "response")) as [IncomingMessage]
  const bytes = await buffer(answer)
  const status = answer.statusCode ?? 0
  const received = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const isEmpty = [204, 304].includes(status) || options.method === "HEAD"
  return new Response(isEmpty ? null : bytes, { status, headers: received })
}

export interface Asking {
  readonly method?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const headersOf = ({ cookie, headers }: Asking) => ({ ...headers, ...(cookie && { cookie }) })

/** Settings that a test overrides once the database and the service are running. */
export type AdjustSettings = (parts: {
  readonly databaseUrl: string
  readonly service: TestService
}) => Promise<Readonly<Record<string, string>>>

/**
 * Calls the app folder's own handlers and pages as Next does, but without `proxy.ts`, with a real
 * service, database and identity provider.
 */
export async function startDashboardInProcess(
  databaseUrl: string,
  {
    settings = {},
    adjust = async () => ({}),
  }: {
    /** Added to the usual settings. */
    readonly settings?: Readonly<Record<string, string>>
    readonly adjust?: AdjustSettings
  } = {},
) {
  const database = await createDatabase(databaseUrl)
  const service = await startTestService({ databaseUrl: database.url })
  const people = await openPeople(database.url, "identity")
  const { origin } = people.dashboard
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-access-"))
  const workspaceFile = join(directory, "workspace.json")
  writeFileSync(workspaceFile, JSON.stringify(workspace))
  const environment = {
    DATABASE_URL: nameConnections(database.url),
    REPORTING_API_URL: service.url,
    REPORTING_TOKEN_URL: `${service.origin}/oidc/token`,
    REPORTING_CLIENT_ID: demoClient.id,
    REPORTING_CLIENT_SECRET: demoClient.secret,
    REPORTING_RATE_LIMIT: "0",
    COPY_BUDGET: "0",
    AUTH_OIDC_ISSUER: people.identity.issuer,
    AUTH_OIDC_CLIENT_ID: demoClient.id,
    AUTH_OIDC_CLIENT_SECRET: demoClient.secret,
    NEXTAUTH_SECRET: testSecret,
    NEXTAUTH_URL: origin,
    WORKSPACE_FILE: workspaceFile,
    ...settings,
    ...(await adjust({ databaseUrl: database.url, service })),
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)

  const lines: string[] = []
  const backend = openBackendOf(
    reloadConfig(),
    createLog({ write: (line) => void lines.push(line) }),
  )
  holdBackend(backend)
  await vi.waitFor(() => expect(backend.isStarting).toBe(false), { timeout: 30_000 })
  const server = createServer((_request, response) => response.writeHead(404).end())
  limitRequests(server, backend)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  const { port } = server.address() as AddressInfo
  const requestFront = (path: string, { method = "GET", body, ...asking }: Asking) =>
    requestRaw(server, path, {
      method,
      headers: headersOf(asking),
      ...(body !== undefined && { body }),
    })

  const requestThrough = (
    path: string,
    asking: Asking,
    mount: Mount,
  ): Promise<Response | undefined> => {
    if (mount === "front") return requestFront(path, asking)
    if (mount === "in process") return requestInProcess(path, asking)
    return requestRoute(findRoute(path.split("?")[0] ?? ""), path, asking)
  }

  /**
   * The response of the route file for this path, or undefined if it exports no such method. A path
   * without a route file is sent to that of the operations. The response must match our OpenAPI
   * document.
   */
  const ask = async (
    path: string,
    asking: Asking = {},
    mount: Mount = "route handler",
  ): Promise<Response | undefined> => {
    const answer = await requestThrough(path, asking, mount)
    if (answer && isDescribed(path)) await checkAnswer(`${asking.method ?? "GET"} ${path}`, answer)
    return answer
  }

  const requestInProcess = (path: string, { method = "GET", body, ...asking }: Asking) =>
    backend.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: headersOf(asking),
        ...(body !== undefined && { body }),
      }),
      { target: path },
    )

  async function requestRoute({ pattern, load }: AppFile, path: string, asking: Asking) {
    const { method = "GET", body } = asking
    const handler = (await load())[method]
    if (typeof handler !== "function") return undefined
    const params = Promise.resolve(matchPattern(pattern, path.split("?")[0] ?? "") ?? {})
    const init = { method, headers: headersOf(asking), ...(body !== undefined && { body }) }
    return runInRequest(
      `${origin}${path}`,
      init,
      (request): Promise<Response> => handler(request, { params }),
    )
  }

  return {
    origin,
    /** The address of its HTTP server: `127.0.0.1:<port>`. */
    address: `127.0.0.1:${port}`,
    service,
    people,
    backend,
    /** The log lines of the backend. */
    lines,
    ask,
    /** Calls the default export of a module of the app folder in a request of this person. */
    call: <T>(path: string, cookie: string | undefined, work: () => Promise<T>) =>
      runInRequest(`${origin}${path}`, { headers: headersOf(cookie ? { cookie } : {}) }, work),
    async stop() {
      vi.unstubAllEnvs()
      server.close()
      server.closeAllConnections()
      await backend.stop(async () => {})
      holdBackend(undefined)
      await people.stop()
      await service.stop()
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type DashboardInProcess = Awaited<ReturnType<typeof startDashboardInProcess>>
