import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FieldColumn, isDays, type ListOperation } from "@/lib/catalogue"
import { apiKey, type ExportOrder, type KnownRows, type View } from "@/lib/client"

/** The content of an export: the visible columns, or every field as the platform returns it. */
export interface ExportChoice {
  readonly format: ExportOrder["format"]
  readonly content: "shown" | "all"
  readonly separator: ExportOrder["separator"]
}

/** The report's query, and what is known about its rows. */
export interface RequestedExport {
  readonly view: View
  readonly query: string
  readonly known: KnownRows
  /** The zone in which times are shown. */
  readonly zone: string
  /** The visible columns, in order. */
  readonly columns: readonly FieldColumn[]
}

/** The page's texts, in the reader's language. */
export interface PageWords {
  readonly locale: string
  readonly yes: string
  readonly no: string
  readonly labelOf: (field: string) => string
  readonly nameValue: (field: string, value: string) => string
  /** The unit of a column with days. */
  readonly days: string
}

const isMoment = ({ field }: FieldColumn) =>
  field.type === "datetime" || field.type === "datetimeoffset"

function headOf(column: FieldColumn, zone: string, { labelOf, days }: PageWords): string {
  const label = labelOf(column.labelName ?? column.name)
  if (isDays(column.field)) return `${label} (${days})`
  return isMoment(column) ? `${label} (${zone})` : label
}

/** Makes the file match the page, with the page's labels. */
function describeShown({ columns, zone }: RequestedExport, words: PageWords) {
  const { locale, yes, no, nameValue } = words
  const values = columns.flatMap(({ name, field }) =>
    field.values
      ? [[name, Object.fromEntries(field.values.map((value) => [value, nameValue(name, value)]))]]
      : [],
  )
  return {
    columns: columns.map(({ name }) => name),
    labels: columns.map((column) => headOf(column, zone, words)),
    timeZone: zone,
    shown: { locale, yes, no, values: Object.fromEntries(values) },
  }
}

export function buildOrder(
  operation: ListOperation,
  requested: RequestedExport,
  { format, content, separator }: ExportChoice,
  words: PageWords,
): ExportOrder {
  const { view, query, known } = requested
  return {
    operation: operation.id,
    parameters: view.parameters,
    query,
    format,
    separator,
    bom: true,
    ...(content === "shown" && describeShown(requested, words)),
    ...(known.isAll && { expectedRows: known.rows }),
  }
}

/** A mutation of exports, which then refetches them. */
export function useExportChange<Given, Answer>(work: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: apiKey("/api/exports") }),
        client.invalidateQueries({ queryKey: apiKey("/api/exports/estimate") }),
      ]),
  })
}
