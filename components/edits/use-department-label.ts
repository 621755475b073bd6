import { useCallback } from "react"
import { useTranslations } from "use-intl"
import { useFieldLabel } from "../ui/use-field-label"

/** What people call a field of a department: its texts are descriptions, and nothing else. */
export function useDepartmentLabel(): (name: string) => string {
  const labelOf = useFieldLabel()
  const t = useTranslations("departments.fields")
  return useCallback(
    (name: string) => (name === "locales" ? t("descriptions") : labelOf(name)),
    [labelOf, t],
  )
}
