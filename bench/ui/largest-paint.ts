import type { BrowserContext } from "@playwright/test"

/** A slower processor and network; without it both are unchanged. */
export interface Slowness {
  /** By which factor the processor is slower. */
  readonly rate: number
  /** Bytes a second, in each direction. */
  readonly throughput: number
  readonly latencyMs: number
}

interface Paint {
  readonly startTime: number
  /** Whether the painted element is part of a row. */
  readonly isRow: boolean
}

/** Collects the page's largest contentful paints; runs in the page before any other script. */
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

/** Opens a page that collects its paints, in an empty window. */
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

/**
 * Opens a page in an empty window; returns its largest contentful paint in milliseconds after the
 * request, once `isDrawn` is true in the page.
 */
export async function timeDrawnPaint(
  window: BrowserContext,
  url: string,
  isDrawn: () => boolean,
): Promise<number> {
  const page = await openWatched(window, url)
  await page.waitForFunction(isDrawn)
  await page.waitForLoadState("networkidle")
  // Paints are reported some time after they happen.
  await page.waitForFunction(hasPaints)
  const paints = await page.evaluate(readPaints)
  await window.close()
  return paints.at(-1)?.startTime ?? 0
}

/**
 * Opens a report page in an empty window; returns its largest contentful paint in milliseconds
 * after the request. Throws if that is not a row, because it then says nothing about when the rows
 * arrive.
 */
export async function timeLargestPaint(
  window: BrowserContext,
  url: string,
  slowness?: Slowness,
): Promise<number> {
  const page = await openWatched(window, url, slowness)
  await page.locator("[role=gridcell]").first().waitFor()
  await page.waitForLoadState("networkidle")
  // Paints are reported some time after they happen.
  await page.waitForFunction(isLargestRow).catch(() => {
    throw new Error(`The largest paint of ${url} is not a row.`)
  })
  const paints = await page.evaluate(readPaints)
  await window.close()
  return paints.at(-1)?.startTime ?? 0
}
