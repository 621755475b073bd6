import type { Browser, BrowserContext } from "@playwright/test"
import { reportUrl } from "@/e2e/report-page"
import { catalogue, findOperation } from "@/lib/catalogue"
import { startDashboard } from "../dashboard/running-dashboard"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { SuiteContext } from "../suite"
import { buildFetched } from "./build-fetched"
import { viewport } from "./open-chromium"

/** Reports of a dashboard, for a signed-in person. */
export interface ReportPage {
  /** The report of 12,000 data points. */
  readonly url: string
  /**
   * The report of departments with a wide column for descriptions, which are the page's largest
   * paint.
   */
  readonly textsUrl: string
  /** The page that shows its data set as a chart. */
  readonly chartUrl: string
  /** Opens a new, empty browser context with the person's session. */
  readonly openWindow: () => Promise<BrowserContext>
}

const points = 12_000
const descriptions = "view.widths=locales:480&view.columns=name,locales,type,city,id"

/** A session's cookies in the format of a browser context. */
export const readCookies = (header: string, url: string) =>
  header.split("; ").map((cookie) => {
    const at = cookie.indexOf("=")
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
  })

function findReport(id: string) {
  const operation = findOperation(catalogue, id)
  if (!operation) throw new Error(`The catalogue has no ${id}.`)
  return operation
}

/**
 * Starts the report of 12,000 data points as the product renders it, and with first rows fetched by
 * the browser; both use the same service.
 */
export async function startReportPages(context: SuiteContext, browser: Browser) {
  const service = await startService(context)
  const servicePort = Number(new URL(service.url).port)
  const dataSetId = await loadDataSet(service.databaseUrl, points)
  const path = reportUrl(findReport("data-points"), { dataSetId })
  const start = async (folder?: string): Promise<ReportPage> => {
    const settings = { servicePort, rateLimit: 0, ...(folder !== undefined && { folder }) }
    const { origin, signIn } = await startDashboard(context, settings)
    const cookies = readCookies(await signIn("admin@demo.test"), origin)
    return {
      url: `${origin}${path}`,
      textsUrl: `${origin}${reportUrl(findReport("departments"), {}, descriptions)}`,
      chartUrl: `${origin}/figures/${dataSetId}?range=2020-01-01..2020-01-01&bucket=hour`,
      async openWindow() {
        const window = await browser.newContext({ viewport, timezoneId: "Europe/Copenhagen" })
        await window.addCookies(cookies)
        return window
      },
    }
  }
  context.print("The dashboard is built once more, with a report page that fetches its rows …")
  const fetched = buildFetched()
  return { rendered: await start(), fetched: await start(fetched), postgres: service.postgres }
}
