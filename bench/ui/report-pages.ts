import type { Browser, BrowserContext } from "@playwright/test"
import { reportUrl } from "@/e2e/report-page"
import { catalogue, findOperation } from "@/lib/catalogue"
import { startDashboard } from "../dashboard/running-dashboard"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { SuiteContext } from "../suite"
import { buildFetched } from "./build-fetched"
import { viewport } from "./open-chromium"

/** Reports in a dashboard, for somebody who is signed in. */
export interface ReportPage {
  /** 12,000 data points. */
  readonly url: string
  /** Departments with room for their descriptions, which are the largest that the page paints. */
  readonly textsUrl: string
  /** The page on which its data set is a chart. */
  readonly chartUrl: string
  /** A window that has never been there before, with the person's session. */
  readonly openWindow: () => Promise<BrowserContext>
}

const points = 12_000
const descriptions = "view.widths=locales:480&view.columns=name,locales,type,city,id"

/** A session's cookies, as a window takes them. */
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

/** The report of 12,000 data points as the product renders it, and as it is when the browser fetches the first rows; before the same service. */
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
      chartUrl: `${origin}/kpis/${dataSetId}?range=2020-01-01..2020-01-01&bucket=hour`,
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
