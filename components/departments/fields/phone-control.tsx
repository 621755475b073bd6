import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { Combobox } from "../../ui/combobox"
import { Input } from "../../ui/input"
import type { Option } from "../../ui/select"
import { useFieldLabel } from "../../ui/use-field-label"
import { accessOf, type ControlProps } from "./control-props"
import { bareNumber, type PhoneRules, usePhoneRules } from "./phone-rules"

interface CallingCodePickerProps {
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

/** Calling codes under their main country; other countries that share one find it too. */
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

/** The country of a number, by its calling code. */
function CallingCodePicker({ label, rules, code, onChange, ...props }: CallingCodePickerProps) {
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

interface Phone {
  readonly countryCode: number | null
  readonly number: string
}

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null)

/** The parts of a number; missing ones are null. */
function readPhone(value: unknown): Phone {
  if (typeof value !== "object" || value === null) return { countryCode: null, number: "" }
  const { countryCode, number } = value as { countryCode?: unknown; number?: unknown }
  return { countryCode: numberOrNull(countryCode), number: `${number ?? ""}` }
}

/**
 * A phone number with its country; without digits there is no value. Pasting an international
 * number fills both.
 */
export function PhoneControl(props: ControlProps) {
  const { label, value, base, onChange, onBlur } = props
  const labelOf = useFieldLabel()
  const rules = usePhoneRules()
  const phone = readPhone(value)
  const [lastCode, setLastCode] = useState(phone.countryCode ?? readPhone(base).countryCode)
  const code = phone.countryCode ?? lastCode
  const change = (next: Phone) => {
    if (next.countryCode !== null) setLastCode(next.countryCode)
    onChange(next.number === "" ? null : next)
  }
  const tidy = () => {
    const split = rules?.split(phone.number)
    const tidied = split ?? { countryCode: code, number: bareNumber(phone.number) }
    if (tidied.number !== phone.number) change(tidied)
    onBlur()
  }
  return (
    <div>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CallingCodePicker
          label={`${label}: ${labelOf("countryCode")}`}
          rules={rules}
          code={code}
          placeholder={labelOf("countryCode")}
          onChange={(countryCode) => {
            setLastCode(countryCode)
            if (phone.number !== "") change({ ...phone, countryCode })
          }}
        />
        <Input
          {...accessOf(props)}
          type="tel"
          autoComplete="off"
          className="tabular"
          value={phone.number}
          onValueChange={(number) => change({ countryCode: code, number })}
          onBlur={tidy}
        />
      </div>
      <Doubt rules={rules} phone={phone} />
    </div>
  )
}

/** A warning by the country's numbering rules; the number may still be sent. */
function Doubt({ rules, phone }: { rules: PhoneRules | undefined; phone: Phone }) {
  const t = useTranslations("departments.fields.doubts")
  const { countryCode, number } = phone
  if (countryCode === null || !/^\d+$/.test(number)) return null
  const doubt = rules?.doubtOf(countryCode, number)
  return doubt ? (
    <p role="status" className="mt-1 text-caution-ink text-xs">
      {t(doubt, { code: `+${countryCode}` })}
    </p>
  ) : null
}

export function CallingCodeControl({ label, value, onChange }: ControlProps) {
  const tTerms = useTranslations("departments.words")
  const rules = usePhoneRules()
  return (
    <CallingCodePicker
      label={label}
      rules={rules}
      code={numberOrNull(value)}
      placeholder={tTerms("none")}
      clearable
      onChange={onChange}
    />
  )
}
