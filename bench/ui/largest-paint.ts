import type { BrowserContext } from "@playwright/test"

/** How slow processor and line are; absent: as they are. */
export interface Slowness {
  /** How many times slower the processor is. */
  readonly rate: number
  /** Bytes a second, both ways. */
  readonly throughput: number
  readonly latencyMs: number
}

interface Paint {
  readonly startTime: number
  /** What was painted is part of a row. */
  readonly isRow: boolean
}

/** Collects the page's largest contentful paints; runs in the page before anything else. */
function watchPaints(): void {
  const paints: Paint[] = []
  Object.assign(globalThis, { largestPaints: paints })
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & {
      readonly element?: Element | null
    })[]
    for (const { startTime, element } of entries)
      paints.push({ startTime, isRow: Boolean(element?.closest("[role=gridcell]")) })
  }).observe({ type: "largest-contentful-paint", buffered: true })
}

const readPaints = () => (globalThis as unknown as { largestPaints: Paint[] }).largestPaints
const hasPaints = () =>
  (globalThis as unknown as { largestPaints: Paint[] }).largestPaints.length > 0
const isLargestRow = () =>
  (globalThis as unknown as { largestPaints: Paint[] }).largestPaints.at(-1)?.isRow === true

/** Opens a page in an empty window that collects its paints. */
async function openWatched(window: BrowserContext, url: string, slowness?: Slowness) {
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
  return page
}

/** Opens a page in an empty window; answers its largest contentful paint once `isDrawn` holds in the page, in milliseconds after it was asked for. */
export async function timeDrawnPaint(
  window: BrowserContext,
  url: string,
  isDrawn: () => boolean,
): Promise<number> {
  const page = await openWatched(window, url)
  await page.waitForFunction(isDrawn)
  await page.waitForLoadState("networkidle")
  // Paints are told of some time after they were made.
  await page.waitForFunction(hasPaints)
  const paints = await page.evaluate(readPaints)
  await window.close()
  return paints.at(-1)?.startTime ?? 0
}

/**
 * Opens a report page in an empty window; answers its largest contentful paint in milliseconds after it was
 * asked for. Throws where that is something else than a row: then it says nothing of when the rows come.
 */
export async function timeLargestPaint(
  window: BrowserContext,
  url: string,
  slowness?: Slowness,
): Promise<number> {
  const page = await openWatched(window, url, slowness)
  await page.locator("[role=gridcell]").first().waitFor()
  await page.waitForLoadState("networkidle")
  // Paints are told of some time after they were made.
  await page.waitForFunction(isLargestRow).catch(() => {
    throw new Error(`The largest paint of ${url} is not a row.`)
  })
  const paints = await page.evaluate(readPaints)
  await window.close()
  return paints.at(-1)?.startTime ?? 0
}
