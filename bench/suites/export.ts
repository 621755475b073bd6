import { setTimeout as delay } from "node:timers/promises"
import { ensureBuilt } from "@/scripts/build"
import { type RunningDashboard, startDashboard } from "../dashboard/running-dashboard"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

const counts: Readonly<Record<Size, number>> = {
  quick: 20_000,
  normal: 1_000_000,
  large: 1_000_000,
}
const idleReads = 40
const memoryMiB = 150
const firstPageMs = 2000
const round = (ratio: number) => Math.round(ratio * 100) / 100

interface Shown {
  readonly id: string
  readonly state: string
  readonly rows: number
}

/** A person's requests to the dashboard. */
function openPerson({ origin }: RunningDashboard, cookie: string) {
  const own = { origin, "x-requested-with": "dashboard", "content-type": "application/json" }
  const request = async (
    path: string,
    more: Record<string, string> = {},
    init: RequestInit = {},
  ) => {
    const headers = { cookie, ...own, ...more }
    const answer = await fetch(`${origin}${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    request,
    /** Resident memory of the dashboard's process in MiB. */
    async readMemory() {
      const text = await (await fetch(`${origin}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20
    },
  }
}

type Person = ReturnType<typeof openPerson>

/** The time of a first page that is asked for anew, in milliseconds: many different ones would fill the cache, and count as the export's memory. */
async function timeFirstPage({ request }: Person): Promise<number> {
  const started = performance.now()
  const page = await request("/api/v1.4/departments?limit=50", { "cache-control": "no-cache" })
  await page.text()
  const source = page.headers.get("x-data-source")
  if (source !== "live") throw new Error(`A first page was ${source} instead of live.`)
  return performance.now() - started
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0

/** Reads first pages and the memory until the work is over. */
async function watch(person: Person, work: Promise<unknown>) {
  const times: number[] = []
  let max = 0
  let over = false
  const end = () => {
    over = true
  }
  work.then(end, end)
  while (!over) {
    times.push(await timeFirstPage(person))
    max = Math.max(max, await person.readMemory())
    await delay(100)
  }
  await work
  return { times, max }
}

/** Starts an export, waits for its end and reads the file to its last byte; answers its lines. */
async function exportAll({ request }: Person, dataSetId: string, format: string): Promise<void> {
  const body = { operation: "data-points", parameters: { dataSetId }, format }
  const started = await request("/api/exports", {}, { method: "POST", body: JSON.stringify(body) })
  let job = (await started.json()) as Shown
  while (job.state === "running") {
    await delay(500)
    job = (await (await request(`/api/exports/${job.id}`)).json()) as Shown
  }
  if (job.state !== "done") throw new Error(`The export ended ${job.state}.`)
  const file = await request(`/api/exports/${job.id}/file`)
  let bytes = 0
  for await (const part of file.body ?? []) bytes += part.length
  if (bytes !== Number(file.headers.get("x-file-bytes"))) throw new Error("The file broke off.")
}

/** Both formats, each in a dashboard of its own that has done nothing before: memory that one export leaves would be the next one's start. */
async function measure(
  { print }: SuiteContext,
  start: () => Promise<Person>,
  dataSetId: string,
  count: number,
) {
  const rows: Row[] = []
  for (const format of ["csv", "xlsx"]) {
    const person = await start()
    const idle: number[] = []
    for (let index = 0; index < idleReads; index += 1) idle.push(await timeFirstPage(person))
    print(`${count} rows as ${format}, and a person's first pages meanwhile …`)
    const before = await person.readMemory()
    const { times, max } = await watch(person, exportAll(person, dataSetId, format))
    rows.push(...rowsOf(`${count} rows as ${format}`, { before, max, idle, times }))
  }
  return rows
}

interface Measured {
  /** Resident memory in MiB. */
  readonly before: number
  readonly max: number
  /** Times of first pages in milliseconds. */
  readonly idle: readonly number[]
  readonly times: readonly number[]
}

const rowsOf = (name: string, { before, max, idle, times }: Measured): Row[] => [
  {
    name: `${name}, most memory of the dashboard`,
    unit: "MiB",
    figure: max,
    baseline: { name: "before", figure: before },
    goal: { atMost: round((before + memoryMiB) / before) },
  },
  {
    name: `${name}, a person's first page meanwhile, p95`,
    unit: "ms",
    figure: p95(times),
    baseline: { name: "without an export", figure: p95(idle) },
    goal: { atMost: round(firstPageMs / p95(idle)) },
  },
]

/** Exports of very many rows: what they cost the process in memory, and the others in time. */
export const exporting: Suite = async (context) => {
  await ensureBuilt()
  const service = await startService(context)
  const servicePort = Number(new URL(service.url).port)
  const count = counts[context.size]
  const dataSetId = await loadDataSet(service.databaseUrl, count)
  const start = async () => {
    const dashboard = await startDashboard(context, { servicePort, rateLimit: 0 })
    return openPerson(dashboard, await dashboard.signIn("admin@demo.test"))
  }
  const rows = await measure(context, start, dataSetId, count)
  return { rows, postgres: service.postgres }
}
