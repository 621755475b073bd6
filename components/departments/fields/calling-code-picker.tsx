import { useMemo } from "react"
import { useLocale } from "use-intl"
import { Combobox } from "../../ui/combobox"
import type { Option } from "../../ui/select"
import type { PhoneRules } from "./phone-rules"

export interface CallingCodePickerProps {
  readonly label: string
  readonly rules: PhoneRules | undefined
  readonly code: number | null
  readonly onChange: (code: number | null) => void
  readonly clearable?: boolean
  readonly placeholder?: string | undefined
  readonly className?: string | undefined
}

function regionName(locale: string, country: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country
  } catch {
    return country
  }
}

/** Calling codes under the name of their main country; the others that share one find it too. */
function useCodeOptions(rules: PhoneRules | undefined, code: number | null) {
  const locale = useLocale()
  return useMemo(() => {
    const known = (rules?.codes ?? []).map((each): Option & { readonly code: number } => {
      const [main = "", ...others] = each.countries.map((country) => regionName(locale, country))
      const description = others.length > 0 ? others.join(", ") : undefined
      return { code: each.code, value: `${each.code}`, label: `${main} +${each.code}`, description }
    })
    const options = known.toSorted((a, b) => a.label.localeCompare(b.label, locale))
    const isKnown = code === null || known.some((each) => each.code === code)
    return isKnown ? options : [{ value: `${code}`, label: `+${code}` }, ...options]
  }, [rules, code, locale])
}

/** The country that a number belongs to, by its calling code. */
export function CallingCodePicker({
  label,
  rules,
  code,
  onChange,
  ...props
}: CallingCodePickerProps) {
  const options = useCodeOptions(rules, code)
  return (
    <Combobox
      {...props}
      label={label}
      options={options}
      value={code === null ? null : `${code}`}
      onValueChange={(value) => onChange(value === null ? null : Number(value))}
    />
  )
}
