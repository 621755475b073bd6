import "server-only"
import {
  dayAt,
  type ListOperation,
  printSummaryGroup,
  printSummaryMeasure,
  printSummaryQuery,
  type Row,
  referencesOf,
  type SummaryGroups,
  type SummaryKey,
  type SummaryQuery,
  wallTimeAt,
} from "../../catalogue"
import type { SeriesFormat, SummarizedAnswers } from "../../contract"
import { inParts, tableFile } from "../files/table-file"

/** The kinds of ids whose names may be known. */
export type GroupNameKind = "department" | "user" | "workspace"

export function summaryIds(
  operation: ListOperation,
  groups: readonly SummaryGroups[],
): ReadonlyMap<GroupNameKind, ReadonlySet<string>> {
  const wanted = new Map<GroupNameKind, Set<string>>()
  for (const { property, keys } of groups) {
    if (operation.properties[property]?.type !== "guid") continue
    const target = referencesOf(operation.record).get(property)
    const kind = target === "department" || target === "user" ? target : "workspace"
    const ids = wanted.get(kind) ?? new Set()
    wanted.set(kind, ids)
    for (const key of keys)
      if (key.kind === "value" && typeof key.value === "string") ids.add(key.value)
  }
  return wanted
}

type Names = Readonly<Record<string, string>>

function keyText({ bucket, zone = "UTC" }: SummaryGroups, key: SummaryKey, names: Names) {
  if (key.kind === "other") return "other"
  if (key.kind === "bucket") {
    const ms = Date.parse(key.from)
    return bucket === "hour" ? wallTimeAt(ms, zone) : dayAt(ms, zone)
  }
  const { value } = key
  return typeof value === "string" && Object.hasOwn(names, value) ? (names[value] ?? value) : value
}

/** The column for the row count, used when the question has no count of its own. */
const rowsHead = "rows"

/** The rows, then the totals, whose groups are named "total". */
function* rowsOf(
  { groups, rows, subtotals, total }: SummarizedAnswers,
  heads: readonly string[],
  names: Names,
): Generator<Row> {
  const ofTotal = groups.length > 0 ? [...rows, ...subtotals, total] : [total]
  for (const { keys, n, figures } of ofTotal) {
    const texts = groups.map((group, at) => {
      const key = keys[at]
      const found = typeof key === "number" ? group.keys[key] : undefined
      return found ? keyText(group, found, names) : "total"
    })
    const values = figures.map(({ value }) => value)
    const cells = heads.includes(rowsHead) ? [...texts, n, ...values] : [...texts, ...values]
    yield Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? null]))
  }
}

/** A summary as a file: one row per group or pair of groups, then the totals. */
export function summaryFile(
  answer: SummarizedAnswers,
  names: Names,
  {
    operation,
    query,
    format,
  }: {
    readonly operation: ListOperation
    readonly query: SummaryQuery
    readonly format: SeriesFormat
  },
): Response {
  const list = operation.wholeOf ?? operation.id
  const measures = query.measures.map(printSummaryMeasure)
  const moments = query.measures.flatMap((measure, at) => {
    const isTime = typeof answer.total.figures[at]?.value === "string"
    return isTime ? [printSummaryMeasure(measure)] : []
  })
  const own = query.groups.map(printSummaryGroup)
  const columns = measures.includes("count")
    ? [...own, ...measures]
    : [...own, rowsHead, ...measures]
  const count = answer.rows.length + answer.subtotals.length + 1
  const { asOf, coverage } = answer
  return tableFile(
    {
      name: `summary-${list}`,
      columns,
      moments: new Set(moments),
      zone: query.zone,
      count,
      rows: inParts(rowsOf(answer, columns, names)),
      about: [
        ["list", list],
        ["question", `${printSummaryQuery(operation, query)}`],
        ["timeZone", query.zone],
        ["asOf", asOf],
        ["copied", `${coverage.whole - (coverage.missing ?? 0)} of ${coverage.lists}`],
        ["rows", answer.total.n],
      ],
    },
    format,
  )
}
