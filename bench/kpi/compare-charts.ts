import type { Browser, Page } from "@playwright/test"
import { interleave } from "../interleave"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { openChromium, viewport } from "../ui/open-chromium"
import { servePages } from "../ui/serve-pages"
import type { ChartPage } from "./chart/chart-page"

const rounds: Readonly<Record<Size, number>> = { quick: 1, normal: 4, large: 9 }
const moves: Readonly<Record<Size, number>> = { quick: 15, normal: 60, large: 200 }

type Offering = typeof globalThis & { readonly chartPage: ChartPage }

/** Opens a page in its own window and draws its chart; returns the page and the milliseconds. */
async function openChart(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport })
  await page.goto(url, { waitUntil: "load" })
  await page.waitForFunction(() => Object.hasOwn(globalThis, "chartPage"))
  const painted = await page.evaluate(() => (globalThis as Offering).chartPage.paint())
  return { page, painted }
}

const withChart = async (
  browser: Browser,
  url: string,
  work: (opened: { page: Page; painted: number }) => Promise<number>,
) => {
  const opened = await openChart(browser, url)
  return work(opened).finally(() => opened.page.close())
}

/** Compares the chart of 50,000 points with Recharts, given all points, and with uPlot. */
export async function compareCharts(context: SuiteContext): Promise<Row[]> {
  const { print, size } = context
  const browser = await openChromium(context)
  const origin = await servePages(context)
  const paint = (name: string) => () =>
    withChart(browser, `${origin}/${name}.html`, async ({ painted }) => painted)
  const hover = (name: string) => () =>
    withChart(browser, `${origin}/${name}.html`, async ({ page }) => {
      const count = moves[size]
      const work = (many: number) => (globalThis as Offering).chartPage.hover(many)
      return percentile(await page.evaluate(work, count), 0.95)
    })
  print("50,000 points: the chart, Recharts and uPlot are drawn in turn, then hovered over …")
  const charts = ["kpi-chart", "recharts", "uplot"] as const
  const each = (measure: (name: string) => () => Promise<number>) => ({
    own: measure(charts[0]),
    recharts: measure(charts[1]),
    uplot: measure(charts[2]),
  })
  const painted = await interleave(each(paint), rounds[size])
  const hovered = await interleave(each(hover), Math.min(2, rounds[size]))
  const { page } = await openChart(browser, `${origin}/${charts[0]}.html`)
  const extremes = await page.evaluate(() => (globalThis as Offering).chartPage.extremes?.())
  if (!extremes) throw new Error("The chart does not say which extremes it draws.")
  const drawing = { name: "50,000 points from data to paint", unit: "ms", figure: painted.own }
  const hovering = { name: "Hover over 50,000 points, p95", unit: "ms", figure: hovered.own }
  return [
    {
      ...drawing,
      baseline: { name: "Recharts with all of them", figure: painted.recharts },
      goal: { atMost: 0.2 },
    },
    { ...drawing, baseline: { name: "uPlot", figure: painted.uplot }, goal: { atMost: 5 } },
    { ...hovering, baseline: { name: "uPlot", figure: hovered.uplot } },
    { ...hovering, baseline: { name: "Recharts with all of them", figure: hovered.recharts } },
    {
      name: "Extremes kept of 50,000 points",
      unit: "extremes",
      figure: extremes.drawn,
      baseline: { name: "all", figure: extremes.all },
      goal: { atLeast: 1 },
    },
  ]
}
