import { randomUUID } from "node:crypto"
import { Writable } from "node:stream"
import { type Catalogue, catalogue as platform } from "@/lib/catalogue"
import {
  createKeyedDocuments,
  createRateWindow,
  migrateTables,
  openPool,
  type PoolOptions,
  timeStatements,
} from "@/lib/db"
import { createStore, migrate, type Store } from "@/lib/records"
import { keepDocuments } from "@/lib/records/testing/keep-documents"
import { openHttpServer } from "../http-server"
import { demoClient } from "../identity/demo-client"
import { type IdentityKeys, loadIdentityKeys } from "../identity/keys"
import { createServiceLog } from "../log"
import { createServiceMetrics } from "../metrics"
import { openRateLimit } from "../rate-limit"
import { openServing } from "../serving"
import { loadSmallData } from "./small-data"

export interface TestServiceOptions {
  readonly databaseUrl: string
  readonly catalogue?: Catalogue
  readonly count?: number
  readonly switchedOff?: readonly string[]
  readonly tokenTtlSeconds?: number
  readonly cursorTtlSeconds?: number
  readonly clock?: () => number
  readonly pool?: PoolOptions
  /** The default is 0, which disables the limit. */
  readonly rateLimit?: number
  /** The instance whose data and public URL this one shares. */
  readonly joins?: Pick<TestService, "url" | "schema">
}

/** A complete service on an ephemeral port with a separate schema. */
export interface TestService {
  readonly origin: string
  /** The API's public base URL. */
  readonly url: string
  readonly schema: string
  readonly keys: IdentityKeys
  /** The service's store, for loading more data. */
  readonly store: Store
  /** Runs SQL in the service's schema. */
  query(text: string): Promise<unknown>
  /** The lines logged so far. */
  readonly lines: readonly Record<string, unknown>[]
  /** Requests an access token for the demo client. */
  token(scope?: string): Promise<string>
  /** Requests an API path, by default with a token for all scopes. */
  get(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

function collectLines() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: createServiceLog("info", stream) }
}

/** Requests an access token for the demo client from the identity server at that origin. */
export async function requestToken(origin: string, scope: string): Promise<string> {
  const form = { grant_type: "client_credentials", client_id: demoClient.id, scope }
  const response = await fetch(`${origin}/oidc/token`, {
    method: "POST",
    body: new URLSearchParams({ ...form, client_secret: demoClient.secret }),
  })
  const answer = (await response.json()) as { access_token?: string }
  if (!answer.access_token) throw new Error(`no token: ${JSON.stringify(answer)}`)
  return answer.access_token
}

async function openDatabase({ databaseUrl, ...options }: TestServiceOptions, catalogue: Catalogue) {
  const { joins } = options
  const schema = joins?.schema ?? `service_${randomUUID().slice(0, 8)}`
  const pool = openPool(databaseUrl, {
    max: 5,
    ...options.pool,
  })
  await migrate(pool, catalogue, { schema })
  const { cursorTtlSeconds = 21_600, clock = Date.now } = options
  const store = createStore({ pool, catalogue, schema, cursorTtlSeconds, clock })
  if (!joins) {
    await keepDocuments(pool, schema, catalogue)
    await loadSmallData(store, catalogue, options)
  }
  const query = (text: string) => pool.query(`set search_path to "${schema}"; ${text}`)
  await migrateTables(pool, "service", schema)
  const shared = {
    documents: createKeyedDocuments({ pool, schema }),
    window: createRateWindow({ pool, schema }),
  }
  return { store, pool, schema, ...shared, query }
}

/** Starts a service with small data, and with HTTP, identity, tokens and store as in production. */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { catalogue = platform, tokenTtlSeconds = 3600, clock = Date.now } = options
  const database = await openDatabase(options, catalogue)
  const { store, schema, documents, window, query } = database
  const server = await openHttpServer("127.0.0.1", 0)
  const origin = `http://127.0.0.1:${server.port}`
  const url = options.joins?.url ?? `${origin}/api`
  const { lines, log } = collectLines()
  const config = { host: "127.0.0.1", baseUrl: url, scopePrefix: "svc.api", tokenTtlSeconds }
  const admit = await openRateLimit({ window, limit: options.rateLimit ?? 0 })
  const build = { version: "1.0.0", commit: "unknown" }
  const metrics = createServiceMetrics({ ...database, build })
  timeStatements(database.pool, ({ tookMs }) => metrics.countStatement(tookMs))
  const parts = {
    catalogue,
    store,
    documents,
    log,
    clock,
    config,
    admit,
    metrics,
  }
  server.serve(await openServing(parts))
  const everything = await requestToken(origin, "svc.api")
  return {
    origin,
    url,
    schema,
    store,
    query,
    lines,
    keys: await loadIdentityKeys(documents),
    token: (scope = "svc.api") => requestToken(origin, scope),
    get: (path, init) =>
      fetch(`${origin}/api${path}`, {
        headers: { authorization: `Bearer ${everything}` },
        ...init,
      }),
    async stop() {
      await server.stop()
      await store.close()
    },
  }
}
