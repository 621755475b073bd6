import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as delay } from "node:timers/promises"
import { ensureBuilt } from "@/scripts/build"
import { root } from "@/scripts/root"
import { copyPoints, openPerson, type Person } from "../dashboard/person"
import { type RunningDashboard, startDashboard } from "../dashboard/running-dashboard"
import { percentile } from "../percentile"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

interface Plan {
  readonly names: number
  readonly points: number
  readonly exported: number
  /** How often each attack is taken, in turn with the same time without it, and for how long. */
  readonly rounds: number
  readonly seconds: number
}

const plans: Readonly<Record<Size, Plan>> = {
  quick: { names: 20_000, points: 20_000, exported: 20_000, rounds: 1, seconds: 6 },
  normal: { names: 500_000, points: 1_000_000, exported: 100_000, rounds: 5, seconds: 10 },
  large: { names: 500_000, points: 1_000_000, exported: 100_000, rounds: 5, seconds: 10 },
}
const maxRatio = 3
const betweenMs = 5

/** So many requests at once, each again as soon as it is answered, also where it is refused. */
interface Attack {
  readonly name: string
  readonly by: Person
  readonly path: string
  readonly atOnce: number
  readonly json?: unknown
}

/** Names of few syllables, so that many hold a piece. */
function printNames(count: number): string {
  const syllables = ["lund", "gren", "sen", "berg", "dal", "holm", "skov", "bech", "ravn", "mark"]
  const at = (index: number) => syllables[index % syllables.length] ?? ""
  const lines = Array.from({ length: count }, (_, index) => {
    const family = `${at(index)}${at(Math.floor(index / 10))}${at(Math.floor(index / 100))}`
    return `${randomUUID()},Eva ${index} ${family}`
  })
  return `id,name\n${lines.join("\n")}\n`
}

async function exportPoints({ request, send }: Person, dataSetId: string): Promise<string> {
  const order = { operation: "data-points", parameters: { dataSetId }, format: "xlsx" }
  const { id } = (await send("/api/exports", order)) as { id: string }
  for (;;) {
    const { state } = (await (await request(`/api/exports/${id}`)).json()) as { state: string }
    if (state === "done") return id
    if (state !== "running") throw new Error(`The export ended ${state}.`)
    await delay(200)
  }
}

/** Whoever may do so little does it: HR managers search names, analysts ask questions and export. */
async function prepareAttacks(context: SuiteContext, dashboard: RunningDashboard, url: string) {
  const { names, points, exported } = plans[context.size]
  const signIn = async (email: string) => openPerson(dashboard, await dashboard.signIn(email))
  const admin = await signIn("admin@demo.test")
  const hr = await signIn("hr@demo.test")
  const analyst = await signIn("analyst@demo.test")
  context.print(`${names} names, a copy of ${points} points and a workbook of ${exported} …`)
  await admin.request("/api/names/users", {
    method: "PUT",
    body: printNames(names),
    headers: { "content-type": "text/csv" },
  })
  const dataSetId = await loadDataSet(url, points)
  await copyPoints(admin, dataSetId)
  const id = await exportPoints(analyst, await loadDataSet(url, exported))
  const lookUps = {
    by: hr,
    path: "/api/names/users/lookup",
    json: { text: "lundgren" },
  }
  const medians = `/api/kpis/${dataSetId}/series?measure=median&bucket=month&range=all&group=label`
  const attacks: Attack[] = [
    { name: "20 look-ups of names", atOnce: 20, ...lookUps },
    { name: "80 look-ups of names", atOnce: 80, ...lookUps },
    { name: "40 medians", by: analyst, path: medians, atOnce: 40 },
    {
      name: "30 downloads of a workbook",
      by: analyst,
      path: `/api/exports/${id}/file`,
      atOnce: 30,
    },
  ]
  return { admin, attacks }
}

/** Reads a cached page over and over until that is over; answers the times in milliseconds. */
async function readPages({ request }: Person, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const started = performance.now()
    const page = await request("/api/v1.4/departments?limit=50")
    await page.text()
    times.push(performance.now() - started)
    const source = page.headers.get("x-data-source")
    if (source === "live" && times.length > 1) throw new Error("A cached page was read live.")
    await delay(betweenMs)
  }
  return times
}

/** Attacks in a process of its own; answers how often each status came. */
async function attack({ by, path, atOnce, json }: Attack, seconds: number) {
  const { origin, headers } = by
  const options = {
    url: `${origin}${path}`,
    atOnce,
    seconds,
    headers,
    ...(json !== undefined && { method: "POST", body: JSON.stringify(json) }),
  }
  const child = spawn(process.execPath, [join(root, "bench/attack.mjs"), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")])
  if (code !== 0) throw new Error("The attack failed.")
  return JSON.parse(printed) as Record<string, number>
}

async function measure({ print, size }: SuiteContext, admin: Person, one: Attack): Promise<Row> {
  const { rounds, seconds } = plans[size]
  const [alone, attacked]: [number[], number[]] = [[], []]
  const answers: Record<string, number> = {}
  for (let round = 1; round <= rounds; round += 1) {
    const end = performance.now() + seconds * 1000
    alone.push(...(await readPages(admin, () => performance.now() > end)))
    let isOver = false
    const attacking = attack(one, seconds).finally(() => {
      isOver = true
    })
    attacked.push(...(await readPages(admin, () => isOver)))
    for (const [status, count] of Object.entries(await attacking))
      answers[status] = (answers[status] ?? 0) + count
  }
  print(
    `${one.name}: ${Object.entries(answers)
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ")}`,
  )
  if (!answers["200"]) throw new Error(`${one.name} were never answered.`)
  return {
    name: `A second person's cached page during ${one.name} at once, p95`,
    unit: "ms",
    figure: percentile(attacked, 0.95),
    baseline: { name: "without", figure: percentile(alone, 0.95) },
    goal: { atMost: maxRatio },
  }
}

/** What one person can do to everybody with the weakest role: dear requests at once, over and over, beside a second person who reads. */
export const attacks: Suite = async (context) => {
  await ensureBuilt()
  const service = await startService(context)
  const servicePort = Number(new URL(service.url).port)
  const dashboard = await startDashboard(context, { servicePort, rateLimit: 0 })
  const { admin, attacks: all } = await prepareAttacks(context, dashboard, service.databaseUrl)
  const rows: Row[] = []
  for (const one of all) rows.push(await measure(context, admin, one))
  return { rows, postgres: service.postgres }
}
