import { join } from "node:path"
import { signIn } from "@/lib/session/testing/sign-in"
import { ensureBuilt } from "@/scripts/build"
import { startChild } from "@/scripts/child"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { root } from "@/scripts/root"
import { createCookieBrowser } from "@/service/testing/browser"
import { browseTogether } from "../quota/browse"
import { maxWithin } from "../quota/call-window"
import { allowed, startInstance, startPlatform } from "../quota/platform"
import { printOutcomes } from "../quota/summarize"
import type { TraverseSettings } from "../quota/traverse"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import type { Size, Suite, SuiteContext } from "../suite"

const seconds: Readonly<Record<Size, number>> = { quick: 20, normal: 130, large: 260 }
const people = 200

/** A platform with a data set to follow, and the dashboards' database. */
async function openPlatform(context: SuiteContext) {
  const databases = ["service", "dashboard"]
  const database = context.keep(await startTemporaryPostgres({ databases, durable: true }))
  const serviceUrl = database.url("service")
  const platform = await startPlatform(context, { databaseUrl: serviceUrl, scale: 0.02 })
  const dataSetId = await loadDataSet(serviceUrl, 5_000)
  return { ...platform, dataSetId, databaseUrl: database.url("dashboard") }
}

type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Traversals with background priorities, in a process of their own. */
function startTraversals({ keep }: SuiteContext, { databaseUrl, dataSetId, recorder }: Platform) {
  const settings: TraverseSettings = {
    databaseUrl,
    dataSetId,
    rateLimit: allowed,
    upstream: {
      apiUrl: `${recorder.url}/api`,
      tokenUrl: `${recorder.url}/oidc/token`,
      clientId: "demo-dashboard",
      clientSecret: "demo-dashboard-secret",
      scopePrefix: "svc.api",
    },
  }
  const file = join(root, "bench", "quota", "traverse.ts")
  let pages = 0
  const child = startChild({
    name: "The traversals",
    arguments: ["--conditions=react-server", "--import", "tsx", file],
    environment: {},
    onMessage: () => {
      pages += 1
    },
  })
  child.send(settings)
  keep(child)
  return { pages: () => pages, stop: () => child.stop() }
}

async function signInAll(origin: string): Promise<string[]> {
  const cookies: string[] = []
  for (const person of ["hr", "admin", "analyst"]) {
    const browser = createCookieBrowser()
    await signIn(browser, { origin }, { email: `${person}@demo.test` })
    cookies.push(browser.cookiesFor(origin))
  }
  return cookies
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One run: that many instances, of which the first is killed and comes back, then stopped and comes back. */
async function run(context: SuiteContext, count: number): Promise<Row> {
  const { print, size } = context
  const platform = await openPlatform(context)
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()].slice(0, count)
  const origin = `http://localhost:${ports[0]}`
  const { databaseUrl } = platform
  const start = (port: number) => startInstance(context, platform, { port, origin, databaseUrl })
  const [first, ...others] = await Promise.all(ports.map(start))
  if (!first) throw new Error("There is no instance.")
  const cookies = (await signInAll(origin)).slice(0, 2)
  const traversals = startTraversals(context, platform)
  let next = 0
  const originOf = () => {
    next += 1
    return `http://localhost:${ports[next % ports.length]}`
  }
  const browsing = browseTogether(people, seconds[size], { originOf, cookies })
  await pause(seconds[size] * 300)
  await first.kill()
  const again = await start(ports[0] ?? 0)
  await pause(seconds[size] * 300)
  await again.stop()
  const last = await start(ports[0] ?? 0)
  const met = await browsing
  await traversals.stop()
  await Promise.all([last, ...others].map((instance) => instance.stop()))
  await platform.stop()
  const { calls } = platform.recorder
  const refused = calls.filter(({ status }) => status === 429).length
  print(
    `${count} instances: ${calls.length} calls, ${refused} answered 429; ${met.answered} reads answered, ${met.waited} asked to wait, ${met.left} not yet answered at the end, ${met.failures.length} failed (${printOutcomes(met.failures)}); ${traversals.pages()} pages in the background`,
  )
  if (refused > 0) throw new Error(`The platform refused ${refused} calls with 429.`)
  return {
    name: `Most calls in 60 s, ${people} people, 4 traversals, ${count} instances, kill -9 and restart`,
    unit: "calls",
    figure: maxWithin(
      calls.map(({ at }) => at),
      60_000,
    ),
    baseline: { name: "allowed", figure: allowed },
    goal: { atMost: 1 },
  }
}

/** Every call that reaches the platform, under a cold cache, counted by a recorder beside it. */
export const governor: Suite = async (context) => {
  await ensureBuilt()
  return { rows: [await run(context, 1), await run(context, 3)] }
}
