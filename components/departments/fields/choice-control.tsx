import { useTranslations } from "use-intl"
import { Select } from "../../ui/select"
import { useValueLabel } from "../../ui/use-value-label"
import type { ControlProps } from "./control-props"

const unset = ""

/** One of the values that the catalogue names; another one of the platform's can be kept. */
export function ChoiceControl({ name, field, label, value, base, onChange, id }: ControlProps) {
  const labelOf = useValueLabel()
  const t = useTranslations("departments.words")
  const known = "values" in field ? (field.values ?? []) : []
  const kept = typeof base === "string" && !known.includes(base) ? [base] : []
  const options = [...known, ...kept].map((text) => ({ value: text, label: labelOf(name, text) }))
  return (
    <Select
      id={id}
      label={label}
      options={field.required ? options : [{ value: unset, label: t("none") }, ...options]}
      value={typeof value === "string" ? value : field.required ? null : unset}
      onValueChange={(chosen) => onChange(chosen === unset ? null : chosen)}
    />
  )
}
