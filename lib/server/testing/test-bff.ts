import { type Catalogue, catalogue as ownCatalogue } from "../../catalogue"
import { checkAnswer } from "../../contract/testing/check-answer"
import { createUpstream, type Upstream, type UpstreamDependencies } from "../../platform"
import { startScriptedPlatform } from "../../platform/testing/scripted-platform"
import type { Role, Session } from "../../session"
import { createApp } from "../app"
import { requirePatchOperation } from "../departments/edit-settings"
import { createEditor } from "../edits/editor"
import { editsRoutes } from "../edits/routes"
import type { EditLog } from "../edits/table"
import { createLog, type Log } from "../http/log"
import type { AnswerCache } from "../reads/cache/answer-cache"
import type { Copies } from "../reads/copied-source"
import { createReads, operationRoutes, type ReadsDependencies } from "../reads/operations"

export const ownOrigin = "http://localhost:3000"
export { sampleGuid, samplePath } from "./sample-path"

/** A signed-in person with these roles. */
export const personOf = (...roles: Role[]): Session => ({
  sub: `person-${roles.join("-")}`,
  roles,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

/** The time at which a test's clock starts and stays. */
export const startTime = () => ({ now: Date.parse("2026-11-21T10:00:00Z") })

interface Platform {
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

interface TestBffOptions {
  readonly catalogue?: Catalogue
  /** Instances may share a clock. */
  readonly time?: { now: number }
  readonly createCache?: (parts: {
    clock: () => number
    log: Log
  }) => Pick<AnswerCache, "over" | "invalidate">
  readonly governor?: UpstreamDependencies["governor"]
  readonly copies?: Copies
  readonly guards?: ReadsDependencies["guards"]
  /** Without an edit log nothing can be changed, as if the database were down. */
  readonly edits?: EditLog
  /** Wraps the upstream of the editor. */
  readonly over?: (upstream: Upstream) => Upstream
}

/** The parts of a request to an operation. */
export interface OperationAsking {
  readonly session?: Session | undefined | (() => Promise<Session | undefined>)
  readonly method?: string
  readonly search?: string
  readonly headers?: Headers
  readonly body?: ReadableStream<Uint8Array>
  readonly signal?: AbortSignal
}

const unreachable = () => Promise.reject(new Error("There is no database."))
export const noEdits: EditLog = {
  intend: unreachable,
  readKey: unreachable,
  conclude: unreachable,
  claimUnknown: unreachable,
  resolve: unreachable,
  read: unreachable,
  readActions: unreachable,
  readPeople: unreachable,
}

/**
 * A BFF over real HTTP without retries, with a clock that a test can set and a log that it can
 * read.
 */
export function createTestBff(platform: Platform, options: TestBffOptions = {}) {
  const { catalogue = ownCatalogue, time = startTime(), createCache, governor } = options
  const clock = () => time.now
  const logged: string[] = []
  const log = createLog({ write: (line) => void logged.push(line) })
  const config = {
    upstream: { ...platform, scopePrefix: "svc.api" },
    session: {
      issuer: "https://identity.test",
      clientId: "client",
      clientSecret: "planted-identity-secret",
      roleClaim: "roles",
      secret: "a planted secret of at least 32 characters",
      origin: ownOrigin,
    },
  }
  const retries = { retries: 0, pauseMs: 0, withinMs: 0 }
  const parts = { catalogue, config: config.upstream, clock, retries, governor }
  const upstream = createUpstream(parts)
  const cache = createCache?.({ clock, log })
  const { edits = noEdits } = options
  const invalidate = cache ? cache.invalidate : async () => {}
  const editor = createEditor({
    catalogue,
    upstream: options.over?.(upstream) ?? upstream,
    edits,
    invalidate,
    log,
  })
  const { copies, guards } = options
  const given = { ...(cache && { cache }), ...(copies && { copies }), ...(guards && { guards }) }
  const reads = createReads({ catalogue, upstream, config, clock, log, ...given })
  const readOperation = async () => requirePatchOperation(catalogue, { version: "v1.2" })
  let asker: OperationAsking["session"]
  const access = {
    origin: ownOrigin,
    readSession: async () => (typeof asker === "function" ? asker() : asker),
  }
  const app = createApp({
    ...access,
    clock,
    log,
    hide: reads.upstreamHider.hideText,
    routes: editsRoutes({ editor, log: edits, upstreamHider: reads.upstreamHider, readOperation }),
    operations: operationRoutes({ ...access, catalogue, reads, editor }),
  })

  /**
   * Sends a request, by default as an administrator; `session: undefined` sends it without a
   * session. A refusal must match our OpenAPI document.
   */
  async function ask(url: string, more: OperationAsking = {}) {
    const { method = "GET", headers, body, signal, search } = more
    const target = `${url.startsWith("/api/") ? "" : "/api"}${url}${search ? `?${search}` : ""}`
    const request = new Request(`${ownOrigin}/api`, {
      method,
      ...(headers && { headers }),
      ...(body && method !== "GET" && { body, duplex: "half" }),
      ...(signal && { signal }),
    })
    asker = "session" in more ? more.session : personOf("admin")
    const response = await app.fetch(request, { target })
    if (!response.ok && catalogue === ownCatalogue)
      await checkAnswer(`${method} ${target.split("?")[0]}`, response)
    const text = await response.text()
    const read = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, text, body: read }
  }

  return { ask, reads, editor, time, logged, close: () => upstream.close() }
}

/**
 * The same with a scripted platform of its own, whose lists are empty unless a test scripts them.
 */
export async function startScriptedBff() {
  const platform = await startScriptedPlatform()
  const { apiUrl, tokenUrl } = platform
  const client = { clientId: "client", clientSecret: "planted-client-secret" }
  const { close, ...own } = createTestBff({ apiUrl, tokenUrl, ...client })
  async function stop() {
    await close()
    await platform.stop()
  }
  return { ...own, platform, stop }
}

export type ScriptedBff = Awaited<ReturnType<typeof startScriptedBff>>
