import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as delay, setInterval } from "node:timers/promises"
import { z } from "zod"
import { ensureBuilt } from "@/scripts/build"
import { root } from "@/scripts/root"
import { copyPoints, openPerson } from "../dashboard/person"
import { type RunningDashboard, startDashboard } from "../dashboard/running-dashboard"
import { median } from "../median"
import { percentile } from "../percentile"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

interface Plan {
  readonly people: number
  readonly seconds: number
  /** How many of those seconds are compared with one another, the first and the last. */
  readonly comparedSeconds: number
  readonly floodSeconds: number
}

const plans: Readonly<Record<Size, Plan>> = {
  quick: { people: 50, seconds: 10, comparedSeconds: 4, floodSeconds: 30 },
  normal: { people: 200, seconds: 900, comparedSeconds: 60, floodSeconds: 30 },
  large: { people: 200, seconds: 900, comparedSeconds: 60, floodSeconds: 30 },
}
const accounts = ["admin@demo.test", "analyst@demo.test"]
const thinkMs = 2000
const floodPerSecond = 300
const samplesASecond = 4
const readyWithinMs = 1000
const recoveredWithinMs = 10_000

interface Request {
  readonly name: "cached" | "copied" | "page"
  readonly path: string
  readonly share: number
}

interface Answer {
  readonly name: Request["name"]
  /** Milliseconds since the first request. */
  readonly begun: number
  readonly ms: number
  readonly status: number
  readonly waits: boolean
}

const answersSchema = z.array(
  z.tuple([z.number(), z.number(), z.number(), z.number(), z.boolean()]),
)

interface Sending {
  readonly cookies: readonly string[]
  readonly requests: readonly Request[]
  readonly seconds: number
  readonly perSecond?: number
}

/** Sends requests from a process of its own: people who think between two, or so many in each second. */
async function send(origin: string, { requests, ...sending }: Sending): Promise<Answer[]> {
  const program = join(root, "bench/load/send.mjs")
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify({ origin, requests, thinkMs, ...sending }))
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")])
  if (code !== 0) throw new Error("The load could not be sent.")
  return answersSchema.parse(JSON.parse(printed)).flatMap(([index, begun, ms, status, waits]) => {
    const request = requests[index]
    return request ? [{ name: request.name, begun, ms, status, waits }] : []
  })
}

const isFailed = ({ status, waits }: Answer) =>
  status === 0 || status === 429 || (status >= 500 && !(status === 503 && waits))

const isRefused = ({ status, waits }: Answer) => status === 503 && waits

async function readMemory(origin: string): Promise<number> {
  const printed = await (await fetch(`${origin}/metrics`)).text()
  const [, bytes] = /^\w*process_resident_memory_bytes (\d+)/m.exec(printed) ?? []
  if (bytes === undefined) throw new Error("The dashboard does not tell its memory.")
  return Number(bytes) / 2 ** 20
}

/** What a look answers, over and over until the work is over. */
async function sampleDuring<T, Result>(
  work: Promise<Result>,
  look: () => Promise<T>,
): Promise<{ samples: T[]; result: Result }> {
  const samples: T[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  for await (const _ of setInterval(1000 / samplesASecond)) {
    if (isOver) break
    samples.push(await look())
  }
  return { samples, result: await work }
}

/** Two hundred people who are signed in, each in a browser of their own. */
async function signInAll({ print }: SuiteContext, dashboard: RunningDashboard, people: number) {
  print(`${people} people sign in …`)
  const cookies: string[] = []
  for (let index = 0; index < people; index += 1)
    cookies.push(await dashboard.signIn(accounts[index % accounts.length] ?? ""))
  return cookies
}

const failureRow = (when: string, answers: readonly Answer[]): Row => ({
  name: `Requests that failed ${when}, not by 503 with Retry-After`,
  unit: "requests",
  figure: answers.filter(isFailed).length,
  baseline: { name: "all", figure: answers.length },
  goal: { atMost: 0 },
})

const timesOf = (answers: readonly Answer[], name: Request["name"], from: number, to: number) =>
  answers.flatMap((answer) =>
    answer.name === name && answer.status === 200 && answer.begun >= from && answer.begun < to
      ? [answer.ms]
      : [],
  )

/** People who read for a quarter of an hour: the last minute beside the first, and the memory's halves. */
async function sustain(
  { size, print }: SuiteContext,
  origin: string,
  sending: Omit<Sending, "seconds">,
): Promise<Row[]> {
  const { people, seconds, comparedSeconds } = plans[size]
  print(`${people} people read for ${seconds} s …`)
  const { samples, result } = await sampleDuring(send(origin, { ...sending, seconds }), () =>
    readMemory(origin),
  )
  const [endMs, comparedMs] = [seconds * 1000, comparedSeconds * 1000]
  const half = Math.floor(samples.length / 2)
  const count = (name: Request["name"]) => result.filter((answer) => answer.name === name).length
  print(
    `${Math.round(result.length / seconds)} requests/s: ${count("cached")} cached reads, ${count("copied")} of a copy, ${count("page")} pages; ${result.filter(isRefused).length} refused by 503.`,
  )
  return [
    {
      name: `Cached reads of ${people} people, p95 of the last ${comparedSeconds} s of ${seconds}`,
      unit: "ms",
      figure: percentile(timesOf(result, "cached", endMs - comparedMs, endMs), 0.95),
      baseline: {
        name: `first ${comparedSeconds} s`,
        figure: percentile(timesOf(result, "cached", 0, comparedMs), 0.95),
      },
      goal: { atMost: 1.5 },
    },
    {
      name: `Memory of the dashboard, second half of ${seconds} s`,
      unit: "MiB",
      figure: median(samples.slice(half)),
      baseline: { name: "first half", figure: median(samples.slice(0, half)) },
      goal: { atMost: 1.1 },
    },
    failureRow(`in ${seconds} s of reading`, result),
  ]
}

/** Milliseconds until `/readyz` answers, whatever it says. */
async function timeReadiness(origin: string): Promise<number> {
  const started = performance.now()
  await (await fetch(`${origin}/readyz`)).text()
  return performance.now() - started
}

async function timePage(origin: string, path: string, cookie: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${origin}${path}`, { headers: { cookie } })
  await answer.text()
  return answer.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY
}

/** More pages than the machine can make: readiness answers meanwhile, and afterwards a page is as quick as before. */
async function flood(
  { size, print }: SuiteContext,
  origin: string,
  { cookies, page }: { cookies: readonly string[]; page: Request },
): Promise<Row[]> {
  const seconds = plans[size].floodSeconds
  const cookie = cookies[0] ?? ""
  const quietTimes: number[] = []
  for (let round = 0; round < 10; round += 1)
    quietTimes.push(await timePage(origin, page.path, cookie))
  const quietMs = median(quietTimes)
  print(`${floodPerSecond} pages a second for ${seconds} s …`)
  const sending = send(origin, { cookies, requests: [page], seconds, perSecond: floodPerSecond })
  const { samples, result } = await sampleDuring(sending, () => timeReadiness(origin))
  const ends = performance.now()
  while ((await timePage(origin, page.path, cookie)) > 2 * quietMs) await delay(100)
  const tail = Math.max(...result.map(({ begun, ms }) => begun + ms)) - seconds * 1000
  const recoveredMs = Math.max(0, tail) + performance.now() - ends
  const ok = result.filter(({ status }) => status === 200).length
  print(
    `${ok} of ${result.length} answered, ${result.filter(isRefused).length} refused by 503; p95 of all answers ${Math.round(
      percentile(
        result.map(({ ms }) => ms),
        0.95,
      ),
    )} ms.`,
  )
  return [
    {
      name: `Readiness during ${floodPerSecond} pages a second, slowest answer`,
      unit: "ms",
      figure: Math.max(...samples),
      baseline: { name: "goal", figure: readyWithinMs },
      goal: { atMost: 1 },
    },
    {
      name: "From the flood's end to a page within twice its time before",
      unit: "ms",
      figure: recoveredMs,
      baseline: { name: "goal", figure: recoveredWithinMs },
      goal: { atMost: 1 },
    },
    failureRow(`at ${floodPerSecond} pages a second`, result),
  ]
}

/** A working day's load for a quarter of an hour, and more than can be carried for half a minute. */
export const load: Suite = async (context) => {
  await ensureBuilt()
  const service = await startService(context)
  const servicePort = Number(new URL(service.url).port)
  const dashboard = await startDashboard(context, { servicePort, rateLimit: 0 })
  const { origin } = dashboard
  const admin = openPerson(dashboard, await dashboard.signIn("admin@demo.test"))
  const dataSetId = await loadDataSet(service.databaseUrl, 10_000)
  await copyPoints(admin, dataSetId)
  const cookies = await signInAll(context, dashboard, plans[context.size].people)
  const page: Request = { name: "page", path: "/", share: 5 }
  const requests: Request[] = [
    { name: "cached", path: "/api/v1.4/departments?limit=50", share: 65 },
    { name: "copied", path: `/api/v1.4/dataSets/${dataSetId}/dataPoints?limit=50`, share: 30 },
    page,
  ]
  const rows = [
    ...(await sustain(context, origin, { cookies, requests })),
    ...(await flood(context, origin, { cookies, page })),
  ]
  return { rows, postgres: service.postgres }
}
