import {
  type Catalogue,
  type Operation,
  catalogue as ownCatalogue,
  printPath,
} from "../../catalogue"
import type { Role, Session } from "../../session"
import { createUpstream } from "../../upstream"
import { startScriptedPlatform } from "../../upstream/testing/scripted-platform"
import { createBff, type OperationRequest } from "../bff"
import { createLog } from "../log"

export const ownOrigin = "http://localhost:3000"
export const sampleGuid = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"

/** The operation's path with the same guid in every place. */
export const samplePath = (operation: Operation): string =>
  printPath(
    operation,
    Object.fromEntries(Object.keys(operation.parameters).map((name) => [name, sampleGuid])),
  )

/** A signed-in person of these roles. */
export const personOf = (...roles: Role[]): Session => ({
  sub: `person-${roles.join("-")}`,
  roles,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

interface Platform {
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A BFF over real HTTP, with a clock that a test can turn and a log that it can read. */
export function createTestBff(platform: Platform, catalogue: Catalogue = ownCatalogue) {
  const time = { now: Date.parse("2026-11-21T10:00:00Z") }
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
  const upstream = createUpstream({ catalogue, config: config.upstream, clock })
  const bff = createBff({ catalogue, upstream, config, clock, log })

  /** Asks as an administrator unless told otherwise; `session: undefined` is nobody. */
  async function ask(url: string, more: Partial<OperationRequest> = {}) {
    const [path = "", search = ""] = url.replace(/^\/api/, "").split("?")
    const response = await bff.readOperation({
      session: personOf("admin"),
      method: "GET",
      path,
      search,
      ...more,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  return { ask, time, logged, close: () => upstream.close() }
}

/** The same over a scripted platform of its own, whose lists are empty until a test says otherwise. */
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
