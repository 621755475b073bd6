import type { BrowserContext } from "@playwright/test"
import { interleave } from "../interleave"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { weighFirstLoad } from "./first-load"
import { type Slowness, timeLargestPaint } from "./largest-paint"
import type { ReportPage } from "./report-pages"
import { measureScrolledMemory } from "./scrolled-memory"

const rounds: Readonly<Record<Size, number>> = { quick: 1, normal: 7, large: 15 }
const scrolledRows = 10_000
const memoryMb = 60
const slow: Slowness = { rate: 4, throughput: 1_250_000, latencyMs: 40 }
const anyRow = "[role=gridcell]"
const anyChart = ".recharts-surface"

/** Copies a data set, so that its page shows a chart. */
async function copyPoints(window: BrowserContext, url: string): Promise<void> {
  const page = await window.newPage()
  await page.goto(url)
  const start = page.getByRole("button", { name: "Load this data set" })
  const chart = page.locator(anyChart).first()
  await start.or(chart).first().waitFor()
  // A copy that has begun by itself takes the button away.
  if (await start.isVisible()) await start.click().catch(() => {})
  await chart.waitFor()
  await window.close()
}

/** Measures the scripts of a report page; throws if they include the chart library. */
export async function weighFirstLoads(report: ReportPage): Promise<Row> {
  const own = await weighFirstLoad(await report.openWindow(), report.url, anyRow)
  await copyPoints(await report.openWindow(), report.chartUrl)
  const chart = await weighFirstLoad(await report.openWindow(), report.chartUrl, anyChart)
  if (!chart.hasCharts)
    throw new Error("What tells the chart library's code is not in it any more.")
  if (own.hasCharts) throw new Error("A report page loads the chart library.")
  return {
    name: "First-load JavaScript of a report page, gzip",
    unit: "kB",
    figure: own.gzip,
    baseline: { name: "goal", figure: 265 },
    goal: { atMost: 1 },
  }
}

/** Compares the largest paint of a report page with the same page that fetches its rows. */
export async function compareLargestPaints(
  { size }: SuiteContext,
  { rendered, fetched }: { rendered: ReportPage; fetched: ReportPage },
): Promise<Row[]> {
  const compare = async (condition: string, slowness?: Slowness): Promise<Row> => {
    const time = (page: ReportPage) => async () =>
      timeLargestPaint(await page.openWindow(), page.textsUrl, slowness)
    const taken = await interleave({ own: time(rendered), other: time(fetched) }, rounds[size])
    return {
      name: `Largest contentful paint of a report page${condition}`,
      unit: "ms",
      figure: taken.own,
      baseline: { name: "rows fetched by the client", figure: taken.other },
      goal: { atMost: 0.6 },
    }
  }
  return [await compare(""), await compare(", slow device and line", slow)]
}

/** Measures the memory of a report page for rows that were scrolled past. */
export async function weighScrolledRows(report: ReportPage): Promise<Row> {
  return {
    name: `Memory after ${scrolledRows.toLocaleString("en")} rows were scrolled past`,
    unit: "MB",
    figure: await measureScrolledMemory(await report.openWindow(), report.url, scrolledRows),
    baseline: { name: "goal", figure: memoryMb },
    goal: { atMost: 1 },
  }
}
