import { gzipSync } from "node:zlib"
import type { BrowserContext } from "@playwright/test"

/** A text that only the chart library's code contains. */
const chartMark = "recharts-"

/** The JavaScript that a page loads. */
export interface FirstLoad {
  /** The size of all scripts, each compressed, in kB. */
  readonly gzip: number
  readonly hasCharts: boolean
}

/**
 * Opens a page in an empty window and weighs every script that it loads until it is idle and shows
 * `content`.
 */
export async function weighFirstLoad(
  window: BrowserContext,
  url: string,
  content: string,
): Promise<FirstLoad> {
  const page = await window.newPage()
  const scripts: Promise<string>[] = []
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text())
  })
  await page.goto(url, { waitUntil: "load" })
  await page.locator(content).first().waitFor()
  await page.waitForLoadState("networkidle")
  const texts = await Promise.all(scripts)
  await window.close()
  if (texts.length === 0) throw new Error(`${url} loaded no scripts.`)
  return {
    gzip: texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000,
    hasCharts: texts.some((text) => text.includes(chartMark)),
  }
}
