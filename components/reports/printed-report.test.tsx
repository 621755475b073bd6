import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { describe, expect, it, vi } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { emptyView, type LoadedPage, type View } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { gridRowsFrom } from "../data-table"
import { PrintedReport } from "./printed-report"
import { ReportProvider } from "./report-context"
import { buildSetup } from "./report-setup"
import { useReportColumns } from "./use-report-grid"
import { useReportRows } from "./use-report-rows"

vi.mock("../ui/use-printing", () => ({ usePrinting: () => true }))

const departments = findOperation(catalogue, "departments") as ListOperation
const setup = buildSetup(catalogue, departments, { entries: [] })
const view: View = {
  ...emptyView,
  filters: [{ property: "type", operator: "eq", value: "Store" }],
}
const page: LoadedPage = {
  url: "/api",
  start: 0,
  count: 1,
  source: "live",
  rows: [{ id: "a", name: "Aarhus" }],
}

type Shown = Partial<ReturnType<typeof useReportRows>>

function Printed({ shown }: { shown: Shown }) {
  const rows = useReportRows(setup, {}, { filters: view.filters, sort: [] }, undefined)
  return <PrintedReport rows={{ ...rows, ...shown }} columns={useReportColumns().shown} />
}

const print = (shown: Shown) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <ReportProvider setup={setup} view={view} setView={() => {}}>
          <Printed shown={shown} />
        </ReportProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]*>/g, "\n")

const rows = gridRowsFrom({ pages: [page] })

describe("a report on paper", () => {
  it("says its filters and how many rows are loaded", () => {
    const texts = print({ rows, firstPage: page, hasMore: true })
    expect(texts).toContain("Filters: Type is Store")
    expect(texts).toContain("1 row loaded, more exist")
    expect(texts).toContain("Aarhus")
  })

  it.each([
    ["the rows before it", { rows, reading: "other" as const, hasMore: true }],
    ["no rows", { rows: gridRowsFrom({ pages: [] }), hasMore: false }],
  ])("that still shows %s holds no row and no total", (_, waiting) => {
    const texts = print({ ...waiting, firstPage: undefined })
    expect(texts).toContain("Filters: Type is Store")
    expect(texts).toContain("Rows not loaded yet")
    expect(texts).not.toContain("Aarhus")
    expect(texts).not.toMatch(/No rows|\d rows? loaded/)
  })
})
