import type { Page } from "@playwright/test"
import { measureGrids } from "@/e2e/grid-edges"

/** As long as a full quota may keep a page waiting, and some. */
const timeout = 150_000

/** Whether nothing is on its way any more, and the meter has told so; runs in the page. */
const isStill = () =>
  document.fonts.status === "loaded" &&
  !/waiting/.test(document.querySelector("header")?.textContent ?? "") &&
  document.querySelector("main, h1") !== null &&
  document.querySelector("[aria-busy=true], .animate-pulse") === null

/** Lets the page draw what it has; runs in the page. */
const drawTwice = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Waits until the page shows what it waited for, in the window and the theme of now. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(drawTwice)
  await page.waitForFunction(isStill, undefined, { timeout })
  await page.evaluate(drawTwice)
}

/** What is wrong with what the page shows, in words; nothing where it is what it should be. */
export async function findFault(page: Page): Promise<string | undefined> {
  const alerts = await page.locator("main [role=alert]:visible").allInnerTexts()
  const errors = alerts.filter((text) => text.trim() !== "")
  if (errors.length > 0) return `shows an error: ${errors.join(" ").replaceAll(/\s+/g, " ")}`
  const off = (await page.evaluate(measureGrids)).flatMap((grid) => grid.off)
  if (off.length > 0) return `shows ${off.length} cells beside other headers, first ${off[0]}`
  return undefined
}
