import type { Browser, Page } from "@playwright/test"
import { interleave } from "../interleave"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { viewport } from "./open-chromium"
import { paintGrid, scrollGrid } from "./scroll-grid"
import type { ScrollPart } from "./scroll-part"

const rounds: Readonly<Record<Size, number>> = { quick: 1, normal: 3, large: 9 }
const lengths: Readonly<Record<Size, number>> = { quick: 0.2, normal: 1, large: 1 }
const script: readonly ScrollPart[] = [
  { frames: 150, pixels: 90 },
  { frames: 60, pixels: 700 },
  { frames: 90, pixels: -240 },
]

interface Opened {
  readonly page: Page
  /** The milliseconds until its rows were drawn. */
  readonly firstPaint: number
}

/** Opens a page with 100,000 rows in its own window and draws its table. */
async function openGrid(browser: Browser, url: string): Promise<Opened> {
  const page = await browser.newPage({ viewport })
  await page.goto(url, { waitUntil: "load" })
  await page.waitForFunction(() => Object.hasOwn(globalThis, "gridPage"))
  return { page, firstPaint: await paintGrid(page) }
}

const withGrid = async <T>(browser: Browser, url: string, work: (opened: Opened) => Promise<T>) => {
  const opened = await openGrid(browser, url)
  return work(opened).finally(() => opened.page.close())
}

/**
 * Compares the product's table with AG Grid's, with the same rows, columns, window and scroll
 * script.
 */
export async function compareGrids(
  { size, print }: SuiteContext,
  browser: Browser,
  origin: string,
): Promise<Row[]> {
  const [own, other] = [`${origin}/data-table.html`, `${origin}/ag-grid.html`]
  const baseline = (figure: number) => ({ name: "AG Grid Community", figure })
  const elements = { own: 0, other: 0 }
  const parts = script.map((part) => ({ ...part, frames: part.frames * lengths[size] }))
  const scroll = (url: string, rate: number, side: "own" | "other") => () =>
    withGrid(browser, url, async ({ page }) => {
      const scrolled = await scrollGrid(page, rate, parts)
      elements[side] = Math.max(elements[side], scrolled.elements)
      return scrolled.dropped
    })
  const paint = (url: string) => () => withGrid(browser, url, async ({ firstPaint }) => firstPaint)

  print("100,000 rows × 12 columns: the table and AG Grid are drawn in turn …")
  const painted = await interleave({ own: paint(own), other: paint(other) }, 2 * rounds[size] + 1)
  print("They are scrolled in turn, then at a sixth of the processor …")
  const swift = await interleave(
    { own: scroll(own, 1, "own"), other: scroll(other, 1, "other") },
    rounds[size],
  )
  const slow = await interleave(
    { own: scroll(own, 6, "own"), other: scroll(other, 6, "other") },
    rounds[size],
  )
  const dropped = (rate: number, figure: number) => ({
    name: `Frames dropped while scrolling, ${rate}× slower`,
    unit: "%",
    figure,
  })
  return [
    {
      name: "Frames dropped while scrolling",
      unit: "%",
      figure: swift.own,
      baseline: { name: "all frames", figure: 100 },
      goal: { atMost: 0 },
    },
    { ...dropped(6, slow.own), baseline: baseline(slow.other), goal: { atMost: 0.5 } },
    {
      name: "First paint of 100,000 rows",
      unit: "ms",
      figure: painted.own,
      baseline: baseline(painted.other),
      goal: { atMost: 0.7 },
    },
    {
      name: "Elements in the page while scrolling",
      unit: "elements",
      figure: elements.own,
      baseline: { name: "goal", figure: 550 },
      goal: { atMost: 1 },
    },
    {
      name: "Elements in the page while scrolling",
      unit: "elements",
      figure: elements.own,
      baseline: baseline(elements.other),
    },
  ]
}
