import { useTranslations } from "use-intl"
import { keyFields, keyUse } from "@/lib/client/files/department-keys"
import { useFieldLabel } from "./use-field-label"

/** The fields by which a column may identify the department of its row. */
export function useKeyOptions() {
  const t = useTranslations("common.columnUses")
  const labelOf = useFieldLabel()
  return keyFields.map((field) => ({
    value: keyUse(field),
    label: t("key", { field: labelOf(field) }),
  }))
}
