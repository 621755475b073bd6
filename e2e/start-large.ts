import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { Row } from "@/lib/catalogue"
import { findFreePort } from "@/scripts/free-port"
import {
  embeddedIssuer,
  embeddedSettings,
  startDashboardProcess,
  startServiceProcess,
} from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { type Recorder, startRecorder } from "./recorder"

/** A dashboard over its own service with much data, for lists of thousands of rows. */
export interface LargeStack {
  readonly url: string
  readonly recorder: Recorder
  /** The data set with the most points. */
  readonly dataSetId: string
  /** The workspace file with the demo data's names and ids. */
  readonly workspaceFile: string
  /** The service's database. */
  readonly serviceDatabase: string
  /** Kills the dashboard, as `kill -9` does. */
  killDashboard(): Promise<void>
  /** Restarts the dashboard at the same address. */
  restartDashboard(): Promise<void>
  stop(): Promise<void>
}

async function largestDataSet(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(
    "select in_data_set_id as id from reporting.data_point group by 1 order by count(*) desc limit 1",
  )
  await client.end()
  return `${rows[0]?.["id"]}`
}

/** Every row of a list from the service, by its path below the API, with the dashboard's token. */
export async function readRows({ recorder }: Pick<LargeStack, "recorder">, path: string) {
  const token = recorder.calls.findLast((call) => call.token)?.token
  const rows: Row[] = []
  let url = `${recorder.url}/api${path}`
  while (url) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
    const { data, nextUrl } = (await answer.json()) as { data: Row[]; nextUrl?: string }
    rows.push(...data)
    url = nextUrl ?? ""
  }
  return rows
}

/**
 * Starts service, recorder and dashboard with about `scale` × 100,000 data points. Nothing is
 * copied automatically unless the settings say so. With `hasNames`, the dashboard knows people by
 * name.
 */
export async function startLargeStack(
  scale: number,
  settings: Readonly<Record<string, string>> = {},
  { hasNames = false } = {},
): Promise<LargeStack> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-large-"))
  const parts: { stop(): Promise<void> }[] = []
  const add = <T extends { stop(): Promise<void> }>(part: T): T => {
    parts.push(part)
    return part
  }
  async function stop() {
    for (const part of parts.toReversed()) await part.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const [serviceUrl = "", dashboardUrl = ""] = await createDatabases([
      "large_service",
      "large_dashboard",
    ])
    const [port, servicePort] = [await findFreePort(), await findFreePort()]
    const target = new URL(`http://127.0.0.1:${servicePort}`)
    const recorder = add(await startRecorder(await findFreePort(), target))
    add(
      await startServiceProcess({
        directory,
        port: servicePort,
        databaseUrl: serviceUrl,
        environment: {
          SERVICE_PUBLIC_URL: `${recorder.url}/api`,
          SERVICE_ISSUER: embeddedIssuer(servicePort),
          SERVICE_DEMO_SCALE: `${scale}`,
          SERVICE_RATE_LIMIT: "0",
        },
      }),
    )
    const startDashboard = () =>
      startDashboardProcess({
        directory,
        host: "127.0.0.1",
        port,
        environment: {
          ...embeddedSettings(servicePort),
          REPORTING_API_URL: `${recorder.url}/api`,
          REPORTING_TOKEN_URL: `${recorder.url}/oidc/token`,
          NEXTAUTH_SECRET: "a secret of a dashboard over much data",
          DATABASE_URL: dashboardUrl,
          REPORTING_RATE_LIMIT: "100000",
          COPY_BUDGET: "0",
          ...(hasNames && { USER_NAMES_FILE: join(directory, "user-names.csv") }),
          ...settings,
        },
      })
    let dashboard = await startDashboard()
    add({ stop: () => dashboard.stop() })
    const url = `http://localhost:${port}`
    const dataSetId = await largestDataSet(serviceUrl)
    const workspaceFile = join(directory, "workspace.json")
    return {
      workspaceFile,
      url,
      recorder,
      dataSetId,
      serviceDatabase: serviceUrl,
      stop,
      killDashboard: () => dashboard.kill(),
      async restartDashboard() {
        dashboard = await startDashboard()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
