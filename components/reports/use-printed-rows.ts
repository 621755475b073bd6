import { useEffect, useEffectEvent, useState } from "react"
import { type ListQuery, type PathParameters, type Row, referencesOf } from "@/lib/catalogue"
import { fetchPage, firstPageUrl, userNames } from "@/lib/client"
import { type GridRows, gridRowsOf } from "../data-table"
import type { ReportSetup } from "./report-setup"
import type { ReportRows } from "./use-report-rows"

/** The most rows that are printed. */
const maxRows = 2000

interface PrintedRows {
  /** The URL of their list. */
  readonly url: string
  readonly rows: GridRows
  /** True if there are more rows than are printed. */
  readonly hasMore: boolean
}

/** Reads a list from its start in pages of maximum size, up to the print limit. */
async function readRows({ operation }: ReportSetup, parameters: PathParameters, query: ListQuery) {
  const limit = operation.limit.maximum
  const rows: Row[] = []
  let next: string | undefined = firstPageUrl(operation, parameters, { ...query, limit })
  while (next !== undefined && rows.length < maxRows) {
    const page = await fetchPage(next)
    rows.push(...page.rows)
    next = page.nextUrl
  }
  const users = [...referencesOf(operation.record)].filter(([, target]) => target === "user")
  const ids = rows.flatMap((row) => users.flatMap(([field]) => row[field] ?? []))
  await userNames.load(ids.filter((id) => typeof id === "string"))
  const hasMore = next !== undefined || rows.length > maxRows
  return { rows: gridRowsOf(rows.slice(0, maxRows)), hasMore }
}

const asksForPaper = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === "p" && (ctrlKey || metaKey) && !shiftKey && !altKey

/**
 * A report's rows for print if not all are loaded: Ctrl P or ⌘P reads them before the browser
 * prints. If that fails, the loaded rows are printed.
 */
export function usePrintedRows(
  setup: ReportSetup,
  parameters: PathParameters,
  query: ListQuery,
  { url, hasMore }: Pick<ReportRows, "url" | "hasMore">,
): PrintedRows | undefined {
  const [printed, setPrinted] = useState<PrintedRows>()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!asksForPaper(event) || !hasMore) return
    event.preventDefault()
    void readRows(setup, parameters, query)
      .then((read) => setPrinted({ url, ...read }))
      .catch(() => window.print())
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
  useEffect(() => {
    if (printed) window.print()
  }, [printed])
  return printed?.url === url ? printed : undefined
}
