import type { Page } from "@playwright/test"
import { measureGrids } from "@/e2e/grid-edges"

/** Longer than a full quota may delay a page. */
const timeout = 150_000

/** Whether nothing is loading and the header shows no waiting requests; runs in the page. */
const isStill = () =>
  document.fonts.status === "loaded" &&
  !/waiting/.test(document.querySelector("header")?.textContent ?? "") &&
  document.querySelector("main, h1") !== null &&
  document.querySelector("[aria-busy=true], .animate-pulse") === null

/** Waits two frames, so that the page is drawn; runs in the page. */
const drawTwice = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Waits until the page has loaded everything and is drawn in the current window and theme. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(drawTwice)
  await page.waitForFunction(isStill, undefined, { timeout })
  await page.evaluate(drawTwice)
}

/** What is wrong with the page, in words; undefined if nothing is. */
export async function findFault(page: Page): Promise<string | undefined> {
  const alerts = await page.locator("main [role=alert]:visible").allInnerTexts()
  const errors = alerts.filter((text) => text.trim() !== "")
  if (errors.length > 0) return `shows an error: ${errors.join(" ").replaceAll(/\s+/g, " ")}`
  const off = (await page.evaluate(measureGrids)).flatMap((grid) => grid.off)
  if (off.length > 0) return `shows ${off.length} cells beside other headers, first ${off[0]}`
  return undefined
}
