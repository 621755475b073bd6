import type { BrowserContext, CDPSession } from "@playwright/test"

/**
 * Scrolls one screen down and waits until its rows are drawn; returns the index of the last one;
 * runs in the page.
 */
async function scrollOn(grid: Element): Promise<number> {
  grid.scrollTop += grid.clientHeight * 0.9
  const end = performance.now() + 10_000
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    const top = grid.getBoundingClientRect().top + grid.clientHeight / 2
    const rows = [...grid.querySelectorAll("[data-row]")]
    const below = rows.some((row) => row.getBoundingClientRect().top > top)
    if (below) return Math.max(...rows.map((row) => Number(row.getAttribute("data-row"))))
    if (performance.now() > end) throw new Error("The rows did not come.")
  }
}

async function readHeap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  return usedSize / 1e6
}

/**
 * The JavaScript memory of a report page after this many rows were scrolled past, after garbage
 * collection, in MB.
 */
export async function measureScrolledMemory(
  window: BrowserContext,
  url: string,
  rows: number,
): Promise<number> {
  const page = await window.newPage()
  await page.goto(url, { waitUntil: "load" })
  const grid = page.getByRole("grid")
  await page.locator("[role=gridcell]").first().waitFor()
  while ((await grid.evaluate(scrollOn)) < rows);
  await page.waitForLoadState("networkidle")
  const heap = await readHeap(await window.newCDPSession(page))
  await window.close()
  return heap
}
