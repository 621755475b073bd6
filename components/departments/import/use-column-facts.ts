import { useMemo } from "react"
import type { ExportColumn } from "@/lib/catalogue"
import { useFieldLabel } from "../../ui/use-field-label"
import { useDepartmentFields, useDepartmentSchemas } from "../bulk/use-department-schemas"
import type { ColumnFacts } from "./read-columns"

/** What columns a file may have, in the reader's language. */
export function useColumnFacts(known: readonly ExportColumn[]): ColumnFacts {
  const fields = useDepartmentFields()
  const schemas = useDepartmentSchemas()
  const labelOf = useFieldLabel()
  return useMemo(
    () => ({
      known,
      fields,
      open: new Set(Object.keys(schemas)),
      labelOf: (id) => id.split(".").map(labelOf).join(" · "),
    }),
    [known, fields, schemas, labelOf],
  )
}
