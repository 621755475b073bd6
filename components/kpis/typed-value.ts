import { parseTargetValue } from "@/lib/catalogue"

/** A locale's thousands or decimal separator. */
const separatorOf = (type: "group" | "decimal", locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(12345.6).find((part) => part.type === type)?.value ??
  ""

/** Removes thousands separators; unchanged if they are misplaced. */
function withoutGroups(whole: string, group: string): string {
  const [head = "", ...thousands] = whole.split(group)
  const isGrouped = /^-?\d{1,3}$/.test(head) && thousands.every((three) => /^\d{3}$/.test(three))
  return isGrouped ? head + thousands.join("") : whole
}

/**
 * The possible meanings of a typed number in a locale, with or without thousands separators: none,
 * one, or two if three decimals, as in `50.000`, are thousands in other locales.
 */
export function readTypedValue(text: string, locale: string): readonly number[] {
  const [whole = "", ...decimals] = text.split(separatorOf("decimal", locale))
  const digits = withoutGroups(whole, separatorOf("group", locale))
  const value = parseTargetValue([digits, ...decimals].join("."))
  if (value === undefined) return []
  const isUnclear = /^-?[1-9]\d{0,2}$/.test(whole) && decimals[0]?.length === 3
  return isUnclear ? [value, Number(whole + decimals[0])] : [value]
}

/** Formats a value as a person would type it, with only one possible meaning. */
export function printTypedValue(value: number, locale: string): string {
  const text = value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 6 })
  return readTypedValue(text, locale).length > 1 ? `${text}0` : text
}
