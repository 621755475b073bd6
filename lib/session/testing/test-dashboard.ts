import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { NextApiRequest, NextApiResponse } from "next"
import NextAuth, { type NextAuthOptions } from "next-auth"
import { openPool } from "@/lib/db"
import { createSessions } from "@/lib/server/sessions/sessions"
import { createSessionsTable, type SessionsTable } from "@/lib/server/sessions/table"
import type { CookieBrowser } from "@/service/testing/browser"
import {
  authOptions,
  type CookieJar,
  createDiscovery,
  isSessionError,
  readSessionId,
  type SessionConfig,
} from ".."

export const testSecret = "a secret of at least thirty-two characters"

const cookiesOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    (request.headers.cookie ?? "").split("; ").map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s)
      return [name, decodeURIComponent(value)]
    }),
  )

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** Passes a plain request to next-auth in the form that Next's own servers use. */
async function answerAuth(
  request: IncomingMessage,
  response: ServerResponse,
  options: NextAuthOptions,
) {
  const url = new URL(request.url ?? "/", "http://localhost")
  const nextauth = url.pathname.split("/").slice(3)
  const query = { ...Object.fromEntries(url.searchParams), nextauth }
  const body = request.method === "POST" ? await readForm(request) : undefined
  const shaped = Object.assign(request, { query, body, cookies: cookiesOf(request) })
  const answering = Object.assign(response, {
    status(code: number) {
      response.statusCode = code
      return answering
    },
    json: (value: unknown) => response.end(JSON.stringify(value)),
    send: (value: unknown) =>
      response.end(typeof value === "string" ? value : JSON.stringify(value ?? "")),
  })
  await NextAuth(
    shaped as unknown as NextApiRequest,
    answering as unknown as NextApiResponse,
    options,
  )
}

/** Opens a table of sessions that all instances of one test share, with helpers to change it. */
export function openTestTable(databaseUrl: string, schema: string) {
  const pool = openPool(databaseUrl, { max: 6 })
  const table = createSessionsTable({ pool, schema })
  return {
    pool,
    table,
    /** Makes all sessions this much older. */
    pass: (ms: number) =>
      pool.query(
        `update "${schema}".session set signed_in_at = signed_in_at - $1 * interval '1 ms',
           used_at = used_at - $1 * interval '1 ms', confirmed_at = confirmed_at - $1 * interval '1 ms'`,
        [ms],
      ),
  }
}

export interface InstanceOptions {
  readonly table: SessionsTable
  readonly issuer: string
  readonly secret?: string
  readonly previousSecret?: string
  /** The origin of an earlier instance, so that its cookies are valid here as well. */
  readonly origin?: string
  readonly strength?: Pick<SessionConfig, "acrValues" | "amrValues" | "maxAgeSeconds">
}

/**
 * Starts sign-in and sessions over HTTP: next-auth's routes, and `/who` for the session of the
 * cookies.
 */
export async function startTestDashboard(options: InstanceOptions) {
  const { table, issuer, secret = testSecret } = options
  const time = { now: 1 }
  const timer = () => time.now
  const faults: unknown[] = []
  const logged: object[] = []
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = options.origin ?? own
  const client = { clientId: "demo-dashboard", clientSecret: "demo-dashboard-secret" }
  const { previousSecret, strength } = options
  const base = { issuer, ...client, roleClaim: "roles", secret, previousSecret, origin }
  const config: SessionConfig = { ...base, ...strength }
  const onFault = (error: unknown) => void faults.push(error)
  const discover = createDiscovery(issuer, timer)
  const sessions = createSessions({ config, discover, table, timer, onFault })
  const log = { error: (entry: object) => void logged.push(entry) }

  async function optionsFor(jar: CookieJar): Promise<NextAuthOptions> {
    const discovery = await discover().catch(() => undefined)
    return authOptions(config, { sessions, log, discovery, current: readSessionId(jar, config) })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const cookies = cookiesOf(request)
    const jar = {
      get: (name: string) => (cookies[name] === undefined ? undefined : { value: cookies[name] }),
    }
    if (request.url?.startsWith("/api/auth/"))
      return answerAuth(request, response, await optionsFor(jar))
    const id = readSessionId(jar, config) ?? ""
    const found = await sessions
      .read(id, true)
      .catch((error: unknown) => (isSessionError(error) ? error.code : String(error)))
    response.statusCode = found === undefined ? 401 : typeof found === "string" ? 503 : 200
    response.end(JSON.stringify(found ?? null))
  }

  return {
    origin: own,
    config,
    sessions,
    time,
    faults,
    logged,
    optionsFor,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type TestDashboard = Awaited<ReturnType<typeof startTestDashboard>>

/** Reads the session of the browser's cookies from `/who`. */
export async function whoIs(browser: CookieBrowser, { origin }: { origin: string }) {
  const answer = await browser.open(`${origin}/who`)
  return { status: answer.status, body: await answer.json() }
}

export { createCookieBrowser as openBrowser } from "@/service/testing/browser"
export { readCsrfToken, signIn } from "./sign-in"
