import type { BrowserContext } from "@playwright/test"

/** How slow processor and line are; absent: as they are. */
export interface Slowness {
  /** How many times slower the processor is. */
  readonly rate: number
  /** Bytes a second, both ways. */
  readonly throughput: number
  readonly latencyMs: number
}

/** Collects the page's largest contentful paints; runs in the page before anything else. */
function watchPaints(): void {
  const paints: number[] = []
  Object.assign(globalThis, { largestPaints: paints })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.push(startTime)
  }).observe({ type: "largest-contentful-paint", buffered: true })
}

const readPaints = () => (globalThis as unknown as { largestPaints: number[] }).largestPaints

/** Opens a page in an empty window; answers its largest contentful paint in milliseconds after it was asked for. */
export async function timeLargestPaint(
  window: BrowserContext,
  url: string,
  slowness?: Slowness,
): Promise<number> {
  const page = await window.newPage()
  await page.addInitScript(watchPaints)
  if (slowness) {
    const { rate, throughput, latencyMs } = slowness
    const session = await window.newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate })
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  }
  await page.goto(url, { waitUntil: "load" })
  await page.locator("[role=gridcell]").first().waitFor()
  await page.waitForLoadState("networkidle")
  const largest = (await page.evaluate(readPaints)).at(-1)
  await window.close()
  if (largest === undefined) throw new Error(`${url} painted nothing.`)
  return largest
}
