import { randomUUID } from "node:crypto"
import { ensureBuilt } from "@/scripts/build"
import { startPlainApp } from "../dashboard/plain-app"
import { type RunningDashboard, startDashboard } from "../dashboard/running-dashboard"
import { measureHttp } from "../http-load"
import { interleave } from "../interleave"
import { measureLatency } from "../latency"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { type RunningService, startService } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

const plans: Readonly<Record<Size, { rounds: number; seconds: number; requests: number }>> = {
  quick: { rounds: 1, seconds: 2, requests: 50 },
  normal: { rounds: 5, seconds: 4, requests: 400 },
  large: { rounds: 5, seconds: 4, requests: 400 },
}
const records = 200
const clients = 10

/** The URLs of the dashboard and of the plain app, and the request headers. */
interface Parts {
  readonly url: string
  readonly plain: string
  readonly headers: Readonly<Record<string, string>>
}

async function readText(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text
}

/** The header with which browsers accept compressed responses. */
const accepting = { "accept-encoding": "gzip, deflate, br" }

/** Compares the same response from the dashboard's cache and from a Map, plain or compressed. */
async function compareCached(
  { size, print }: SuiteContext,
  { url, plain, headers: own }: Parts,
  compressed: boolean,
): Promise<Row> {
  const how = compressed ? ", compressed" : ""
  print(`A cached read of ${records} records${how}: dashboard and a Map in turn …`)
  const cachedUrl = `${plain}/kept`
  await fetch(cachedUrl, { method: "PUT", body: await readText(url, own) })
  const headers = { ...own, ...(compressed && accepting) }
  const { rounds, seconds } = plans[size]
  const load = { connections: clients, seconds }
  const taken = await interleave(
    {
      dashboard: () => measureHttp({ url, headers, ...load }),
      map: () => measureHttp({ url: cachedUrl, headers, ...load }),
    },
    rounds,
  )
  return {
    name: `Cached reads of ${records} records${how}, ${clients} clients`,
    unit: "reads/s",
    figure: taken.dashboard,
    baseline: { name: "a Map's text", figure: taken.map },
    goal: { atLeast: 3.5 },
  }
}

/**
 * Compares responses that are not cached: each request has a different filter that matches every
 * record.
 */
async function compareUncached({ size, print }: SuiteContext, parts: Parts): Promise<Row[]> {
  print(`An uncached read of ${records} records: dashboard and a streaming handler in turn …`)
  const { rounds, seconds, requests } = plans[size]
  const headers = { ...parts.headers, ...accepting }
  const query = `limit=${records}&label%5Bne%5D=`
  const url = `${parts.url.split("?")[0]}?${query}`
  const plain = `${parts.plain}/streamed?${query}`
  const load = { connections: clients, seconds, unique: true }
  const rate = await interleave(
    {
      dashboard: () => measureHttp({ url, headers, ...load }),
      streamed: () => measureHttp({ url: plain, headers, ...load }),
    },
    rounds,
  )
  const read = (address: string) => () => readText(`${address}${randomUUID()}`, headers)
  const time = await interleave(
    {
      dashboard: () => measureLatency(read(url), requests),
      streamed: () => measureLatency(read(plain), requests),
    },
    rounds,
  )
  const baseline = (figure: number) => ({ name: "fetch and stream", figure })
  const name = `Uncached reads of ${records} records`
  return [
    {
      name: `${name}, ${clients} clients`,
      unit: "reads/s",
      figure: rate.dashboard,
      baseline: baseline(rate.streamed),
      goal: { atLeast: 0.95 },
    },
    {
      name: `${name}, p50 of 1 client`,
      unit: "ms",
      figure: time.dashboard,
      baseline: baseline(time.streamed),
      goal: { atMost: Math.round((1 + 1 / time.streamed) * 100) / 100 },
    },
  ]
}

async function openParts(
  context: SuiteContext,
  service: RunningService,
  dashboard: RunningDashboard,
): Promise<Parts> {
  const id = await loadDataSet(service.databaseUrl, 10_000)
  const path = `/v1.4/dataSets/${id}/dataPoints`
  const plain = await startPlainApp(context, {
    PLAIN_UPSTREAM_URL: `${service.url}${path}`,
    PLAIN_API_URL: service.url,
    PLAIN_TOKEN: service.token,
  })
  const url = `${dashboard.origin}/api${path}?limit=${records}`
  return { url, plain, headers: { cookie: await dashboard.signIn("admin@demo.test") } }
}

/**
 * Compares the dashboard's backend with bare Next route handlers that do the same without its
 * checks.
 */
export const bff: Suite = async (context) => {
  await ensureBuilt()
  const service = await startService(context)
  const servicePort = Number(new URL(service.url).port)
  const dashboard = await startDashboard(context, { servicePort, rateLimit: 0 })
  const parts = await openParts(context, service, dashboard)
  const rows = [
    await compareCached(context, parts, false),
    await compareCached(context, parts, true),
    ...(await compareUncached(context, parts)),
  ]
  return { rows, postgres: service.postgres }
}
