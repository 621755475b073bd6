import { ensureBuilt } from "@/scripts/build"
import type { Suite } from "../suite"
import { compareGrids } from "../ui/compare-grids"
import { compareLargestPaints, weighFirstLoads, weighScrolledRows } from "../ui/compare-reports"
import { openChromium } from "../ui/open-chromium"
import { startReportPages } from "../ui/report-pages"
import { servePages } from "../ui/serve-pages"

/**
 * Measures the interface in a real Chromium: its table against AG Grid, the size of its scripts,
 * and its first paint against a page that fetches.
 */
export const ui: Suite = async (context) => {
  await ensureBuilt()
  const browser = await openChromium(context)
  const origin = await servePages(context)
  const grids = await compareGrids(context, browser, origin)
  const { postgres, ...reports } = await startReportPages(context, browser)
  context.print("Report pages are weighed, painted and scrolled …")
  const rows = [
    ...grids,
    await weighScrolledRows(reports.rendered),
    await weighFirstLoads(reports.rendered),
    ...(await compareLargestPaints(context, reports)),
  ]
  return { rows, postgres }
}
