import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Browser } from "@playwright/test"
import { catalogue, parseWorkspace } from "@/lib/catalogue"
import { browserTimeZoneCookie } from "@/lib/client"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { openPerson, type Person } from "../dashboard/person"
import { startDashboard } from "../dashboard/running-dashboard"
import { interleave } from "../interleave"
import { startPlatform } from "../quota/platform"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { timeDrawnPaint } from "./largest-paint"
import { viewport } from "./open-chromium"
import { readCookies } from "./report-pages"

const rounds: Readonly<Record<Size, number>> = { quick: 2, normal: 7, large: 15 }
const scale = 0.02
const tiles = 12
const timezoneId = "Europe/Copenhagen"
const measures = ["sum", "count", "average"] as const

/** Pins charts of all data sets once their points are copied. */
async function pinTiles({ request, send }: Person, workspaceFile: string): Promise<void> {
  const read = parseWorkspace(catalogue, JSON.parse(readFileSync(workspaceFile, "utf8")))
  if (!read.ok) throw new Error("The workspace file is faulty.")
  const dataSets = read.workspace.entries.filter(({ kind }) => kind === "dataSet")
  const wanted = measures.flatMap((measure) =>
    dataSets.map(({ id, name }) => ({ id, name, measure })),
  )
  for (const { id, name, measure } of wanted.slice(0, tiles)) {
    const search = `measure=${measure}&bucket=week&range=last-90-days`
    const view = {
      report: `kpi:${id}`,
      name: `${name}, ${measure}`,
      search,
      role: null,
      pinned: true,
    }
    await send("/api/views", view)
  }
  for (;;) {
    const { lists } = (await (await request("/api/answers")).json()) as {
      lists: { coverage: { whole: number; lists: number } }[]
    }
    const copies = (await (await request("/api/sync")).json()) as {
      lists: { isComplete: boolean }[]
    }
    const isWhole = lists.every(({ coverage }) => coverage.whole === coverage.lists)
    const areCopied = copies.lists.filter(({ isComplete }) => isComplete).length >= dataSets.length
    if (isWhole && areCopied && lists.length > 0) return
    await delay(1000)
  }
}

/** Whether all pinned tiles have drawn their figures; runs in the page. */
const areTilesDrawn = () =>
  document.querySelectorAll("#pinned").length === 1 &&
  document.querySelectorAll("section[aria-labelledby=pinned] li svg[role=img]").length >= 12

const isThere = () => document.querySelector("h1") !== null

/**
 * Compares Home with twelve tiles with a page of a few words, while the platform does not respond.
 */
export async function compareHome(context: SuiteContext, browser: Browser): Promise<Row> {
  const database = context.keep(await startTemporaryPostgres({ databases: ["service"] }))
  const platform = await startPlatform(context, {
    databaseUrl: database.url("service"),
    scale,
    rateLimit: 0,
  })
  const dashboard = await startDashboard(context, {
    servicePort: platform.servicePort,
    rateLimit: 100_000,
    environment: {
      REPORTING_API_URL: `${platform.recorder.url}/api`,
      REPORTING_TOKEN_URL: `${platform.recorder.url}/oidc/token`,
      COPY_BUDGET: "100000",
      WORKSPACE_FILE: join(platform.directory, "workspace.json"),
    },
  })
  const { origin } = dashboard
  const header = await dashboard.signIn("admin@demo.test")
  context.print("Everything is copied, and twelve tiles are pinned …")
  await pinTiles(openPerson(dashboard, header), join(platform.directory, "workspace.json"))
  const openWindow = async () => {
    const window = await browser.newContext({ viewport, timezoneId })
    await window.addCookies([
      ...readCookies(header, origin),
      { name: browserTimeZoneCookie, value: timezoneId, url: origin },
    ])
    return window
  }
  const release = platform.recorder.hold()
  const taken = await interleave(
    {
      own: async () => timeDrawnPaint(await openWindow(), `${origin}/`, areTilesDrawn),
      other: async () => timeDrawnPaint(await openWindow(), `${origin}/downloads`, isThere),
    },
    rounds[context.size],
  ).finally(release)
  return {
    name: "Largest contentful paint of Home with twelve tiles, the platform answering nothing",
    unit: "ms",
    figure: taken.own,
    baseline: { name: "a page without figures", figure: taken.other },
    goal: { atMost: 1.5 },
  }
}
