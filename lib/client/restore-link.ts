import {
  type Catalogue,
  continueAfter,
  type Fields,
  type ListOperation,
  type ListQuery,
  type PathParameters,
} from "@/lib/catalogue"
import { firstPageUrl } from "./list-url"
import type { LoadedPage, PageLink, PageList } from "./page-list"

/** What a list is a question of. */
export interface ReportRequest {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly parameters: PathParameters
  readonly query: ListQuery
}

/** As much of the catalogue as one list's page knows of it. */
const catalogueOf = ({ operation, fields }: ReportRequest): Catalogue => ({
  records: { [operation.record]: { section: "", scope: [], fields } },
  containers: {},
  operations: [operation],
})

const lastRowOf = ({ rows, last }: LoadedPage) => rows?.at(-1) ?? last

/** How a page is found whose cursor has expired: by the row before it (decisions "Paging"), so that nothing before it is read again where the order allows it. */
export function restoreLink(report: ReportRequest, list: PageList, index: number): PageLink {
  const { operation, fields: _, parameters, query } = report
  const urlOf = (each: ListQuery) => firstPageUrl(operation, parameters, each)
  const before = list.pages[index - 1]
  const last = before && lastRowOf(before)
  if (!last) return { url: urlOf(query), mayRepeat: true }
  const { queries } = continueAfter(catalogueOf(report), operation, query, last)
  const [url, ...later] = queries.map(urlOf)
  return { url, ...(later.length > 0 && { later }), mayRepeat: true }
}
