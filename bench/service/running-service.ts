import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { startServiceProcess } from "@/scripts/stack"
import { demoClient } from "@/service/identity/demo-client"
import type { SuiteContext } from "../suite"

/** The real service in its own process. */
export interface RunningService {
  readonly databaseUrl: string
  readonly poolSize: number
  /** The version, such as `PostgreSQL 18.4`. */
  readonly postgres: string
  /** The API's base URL. */
  readonly url: string
  /** A token for every permission, valid for a day. */
  readonly token: string
  /** The body of a GET; throws unless the status is 200. */
  readonly read: (url: string) => Promise<string>
  /** The resident memory of the service's process in MiB. */
  readonly readMemory: () => Promise<number>
}

/** The URL of a list of data points with this query. */
export const pageUrl = ({ url }: RunningService, dataSetId: string, query: string): string =>
  `${url}/v1.4/dataSets/${dataSetId}/dataPoints?${query}`

const poolSize = 10

/** Runs the work on its own connection. */
export async function runSql<Result>(url: string, work: (client: Client) => Promise<Result>) {
  const client = new Client(url)
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * Creates the benchmark's database, on the server in BENCH_DATABASE_URL or on one that it starts.
 */
async function openDatabase(keep: SuiteContext["keep"]): Promise<string> {
  const given = process.env["BENCH_DATABASE_URL"]
  if (!given) {
    const server = await startTemporaryPostgres({ databases: ["service"], durable: true })
    return keep(server).url("service")
  }
  const name = `workplace_reporting_bench_${randomBytes(4).toString("hex")}`
  await runSql(given, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`),
  )
  keep({
    async stop() {
      await runSql(given, (client) => client.query(`drop database ${name} with (force)`))
    },
  })
  const url = new URL(given)
  url.pathname = `/${name}`
  return url.href
}

/** Requests a token for every permission from the service at `origin`. */
export async function requestToken(origin: string): Promise<string> {
  const response = await fetch(`${origin}/oidc/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: demoClient.id,
      client_secret: demoClient.secret,
      scope: "svc.api",
    }),
  })
  const answer = (await response.json()) as { access_token?: string }
  if (!answer.access_token) throw new Error("The service gave no token.")
  return answer.access_token
}

async function startProcess(
  databaseUrl: string,
  rateLimit: number,
  keep: SuiteContext["keep"],
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-bench-"))
  keep({ stop: async () => rmSync(directory, { recursive: true, force: true }) })
  const port = await findFreePort()
  const environment = {
    NODE_ENV: "production",
    SERVICE_DEMO_SCALE: "0.001",
    SERVICE_DEMO_DAY: "2026-11-16",
    SERVICE_RATE_LIMIT: `${rateLimit}`,
    SERVICE_TOKEN_TTL: "86400",
  }
  keep(await startServiceProcess({ directory, port, databaseUrl, environment }))
  return `http://127.0.0.1:${port}`
}

/** Starts the service on its own, almost empty database, by default without a rate limit. */
export async function startService(
  { keep }: SuiteContext,
  { rateLimit = 0 }: { rateLimit?: number } = {},
): Promise<RunningService> {
  const databaseUrl = await openDatabase(keep)
  const origin = await startProcess(databaseUrl, rateLimit, keep)
  const token = await requestToken(origin)
  const read = async (url: string) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${body}`)
    return body
  }
  const postgres = await runSql(databaseUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>("show server_version")
    return `PostgreSQL ${rows[0]?.server_version}`
  })
  const readMemory = async () => {
    const bytes = /^process_resident_memory_bytes (\d+)/m.exec(await read(`${origin}/metrics`))
    return Number(bytes?.[1]) / 2 ** 20
  }
  return { databaseUrl, poolSize, postgres, url: `${origin}/api`, token, read, readMemory }
}
