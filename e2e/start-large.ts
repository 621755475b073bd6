import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { Row } from "@/lib/catalogue"
import { findFreePort } from "@/scripts/free-port"
import { embeddedSettings, startDashboardProcess, startServiceProcess } from "@/scripts/stack"
import { instancesDatabase } from "./environment"
import { type Recorder, startRecorder } from "./recorder"

/** A dashboard of its own over much data, for lists of thousands of rows. */
export interface LargeStack {
  readonly url: string
  readonly recorder: Recorder
  /** The data set with the most points. */
  readonly dataSetId: string
  /** The service's own database. */
  readonly serviceDatabase: string
  stop(): Promise<void>
}

async function createDatabases(names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: instancesDatabase() })
  await client.connect()
  for (const name of names) await client.query(`create database ${name}`)
  await client.end()
  return names.map((name) => {
    const url = new URL(instancesDatabase())
    url.pathname = `/${name}`
    return url.href
  })
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

/** Starts service, recorder and dashboard with about `scale` × 100,000 data points. */
export async function startLargeStack(scale: number): Promise<LargeStack> {
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
    const suffix = `${process.pid}_${Date.now()}`
    const [serviceUrl = "", dashboardUrl = ""] = await createDatabases([
      `large_service_${suffix}`,
      `large_dashboard_${suffix}`,
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
          SERVICE_DEMO_SCALE: `${scale}`,
          SERVICE_RATE_LIMIT: "0",
        },
      }),
    )
    add(
      await startDashboardProcess({
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
        },
      }),
    )
    const url = `http://localhost:${port}`
    const dataSetId = await largestDataSet(serviceUrl)
    return { url, recorder, dataSetId, serviceDatabase: serviceUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
