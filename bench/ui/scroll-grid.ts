import type { Page } from "@playwright/test"
import type { GridPage } from "./grid-page"
import type { ScrollPart } from "./scroll-part"

/** What a scripted scroll met. */
export interface Scrolled {
  /** Frames that the display showed again because the page had no new one, in percent of all. */
  readonly dropped: number
  /** The most elements below the page's root. */
  readonly elements: number
}

type Offering = typeof globalThis & { readonly gridPage: GridPage }

const frameMs = 1000 / 60

/** The share of frames that were not drawn in time, in percent, by the times at which frames began. */
export function shareDropped(stamps: readonly number[]): number {
  const gaps = stamps.slice(1).map((time, index) => time - (stamps[index] ?? time))
  const dropped = gaps.map((gap) => Math.max(0, Math.round(gap / frameMs) - 1))
  const lost = dropped.reduce((sum, count) => sum + count, 0)
  return (100 * lost) / Math.max(1, lost + gaps.length)
}

/** Draws a page's table; answers the milliseconds until its rows were on the screen. */
export const paintGrid = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Offering).gridPage.paint())

/** Scrolls a page's table on a processor that is `rate` times slower. */
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
