import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ExportColumn, ListOperation } from "@/lib/catalogue"
import { apiKey, type ColumnsOrder, fieldOfColumn, type KnownRows, type View } from "@/lib/client"

/** What a person chose in the dialog. */
export interface ExportChoice {
  readonly format: ColumnsOrder["format"]
  readonly columns: "shown" | "all"
  readonly heads: "labels" | "names"
  readonly bom: boolean
  readonly separator: ColumnsOrder["separator"]
}

const fieldOf = ({ id }: ExportColumn) => id.split(".")[0] ?? id

/** The columns that the table shows, in its order; a field with parts stands for all of them. */
function chooseColumns(
  all: readonly ExportColumn[],
  { layout }: Pick<View, "layout">,
  which: ExportChoice["columns"],
): readonly ExportColumn[] {
  if (which === "all" || !layout.columns) return all
  const fields = new Set(layout.columns.map(fieldOfColumn))
  return [...fields].flatMap((name) => all.filter((column) => fieldOf(column) === name))
}

/** What a report asks for, and what it knows of the rows. */
interface RequestedExport {
  readonly view: View
  readonly query: string
  readonly known: KnownRows
  /** In which times are shown. */
  readonly zone: string
}

/** The order of an export; `labelOf` names a column for people. */
export function buildOrder(
  operation: ListOperation,
  all: readonly ExportColumn[],
  { view, query, known, zone }: RequestedExport,
  choice: ExportChoice,
  labelOf: (name: string, unit?: ExportColumn["unit"]) => string,
): ColumnsOrder {
  const columns = chooseColumns(all, view, choice.columns)
  const labels = columns.map(({ id, unit }) => labelOf(id, unit))
  const { format, bom, separator } = choice
  return {
    operation: operation.id,
    parameters: view.parameters,
    query,
    format,
    bom,
    separator,
    columns: columns.map(({ id }) => id),
    ...(choice.heads === "labels" && { labels }),
    ...(format === "xlsx" && { timeZone: zone, nameHead: labelOf("name") }),
    ...(known.isAll && { expectedRows: known.rows }),
  }
}

/** A change of exports, after which they are read again. */
export function useExportChange<Given>(work: (given: Given) => Promise<unknown>) {
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
