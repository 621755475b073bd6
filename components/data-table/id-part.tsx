import { useFieldLabel } from "../ui/use-field-label"
import { IdTable } from "./id-table"
import type { RecordPartProps } from "./record-part"

/** A list of ids as a table, in the source's order. */
export function IdPart({ name, value, format, linkOf }: RecordPartProps) {
  const labelOf = useFieldLabel()
  const ids: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <IdTable
      label={labelOf(name)}
      ids={ids.map((id) => `${id}`)}
      nameOf={(id) => format.nameOf(id, name)}
      hrefOf={(id) => linkOf(name, id)}
    />
  )
}
