import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FieldColumn, isDays, type ListOperation } from "@/lib/catalogue"
import { apiKey, type ExportOrder, type KnownRows, type View } from "@/lib/client"

/** What a person chose in the dialog: what the page shows, or every field as the platform sends it. */
export interface ExportChoice {
  readonly format: ExportOrder["format"]
  readonly content: "shown" | "all"
  readonly separator: ExportOrder["separator"]
}

/** What a report asks for, and what it knows of the rows. */
export interface RequestedExport {
  readonly view: View
  readonly query: string
  readonly known: KnownRows
  /** In which times are shown. */
  readonly zone: string
  /** The columns that the page shows, in its order. */
  readonly columns: readonly FieldColumn[]
}

/** The words of a page, in the reader's language. */
export interface PageWords {
  readonly locale: string
  readonly yes: string
  readonly no: string
  readonly labelOf: (field: string) => string
  readonly nameValue: (field: string, value: string) => string
  /** What the numbers of a column count. */
  readonly days: string
}

const isMoment = ({ field }: FieldColumn) =>
  field.type === "datetime" || field.type === "datetimeoffset"

function headOf(column: FieldColumn, zone: string, { labelOf, days }: PageWords): string {
  const label = labelOf(column.labelName ?? column.name)
  if (isDays(column.field)) return `${label} (${days})`
  return isMoment(column) ? `${label} (${zone})` : label
}

/** What the file says as the page does, in the page's words. */
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

/** The order of an export. */
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

/** A change of exports, after which they are read again. */
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
