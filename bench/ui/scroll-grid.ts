import type { Page } from "@playwright/test"
import type { GridPage } from "./grid-page"
import type { ScrollPart } from "./scroll-part"

/** The measurements of a scripted scroll. */
export interface Scrolled {
  /** The percentage of frames that the display repeated because the page had no new one. */
  readonly dropped: number
  /** The maximum number of elements below the page's root. */
  readonly elements: number
}

type Offering = typeof globalThis & { readonly gridPage: GridPage }

const frameMs = 1000 / 60

/** The percentage of frames that were not drawn in time, from the start times of frames. */
export function shareDropped(stamps: readonly number[]): number {
  const gaps = stamps.slice(1).map((time, index) => time - (stamps[index] ?? time))
  const dropped = gaps.map((gap) => Math.max(0, Math.round(gap / frameMs) - 1))
  const lost = dropped.reduce((sum, count) => sum + count, 0)
  return (100 * lost) / Math.max(1, lost + gaps.length)
}

/** Draws a page's table; returns the milliseconds until its rows were painted. */
export const paintGrid = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Offering).gridPage.paint())

/** Scrolls a page's table on a processor slowed down by the factor `rate`. */
export async function scrollGrid(
  page: Page,
  rate: number,
  script: readonly ScrollPart[],
): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate })
  const { stamps, elements } = await page.evaluate(
    (parts) => (globalThis as Offering).gridPage.scroll(parts),
    script,
  )
  return { dropped: shareDropped(stamps), elements }
}
