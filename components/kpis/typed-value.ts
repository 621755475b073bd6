import { parseTargetValue } from "@/lib/catalogue"

/** The sign that a language writes between thousands, or before decimals. */
const separatorOf = (type: "group" | "decimal", locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(12345.6).find((part) => part.type === type)?.value ??
  ""

/** Whole digits without the signs between their thousands; as they are where these stand elsewhere. */
function withoutGroups(whole: string, group: string): string {
  const [head = "", ...thousands] = whole.split(group)
  const isGrouped = /^-?\d{1,3}$/.test(head) && thousands.every((three) => /^\d{3}$/.test(three))
  return isGrouped ? head + thousands.join("") : whole
}

/**
 * The numbers that a text can mean which a person types in a language, thousands set apart or not: none,
 * one, or two where three decimals, as in `50.000`, are the thousands of other languages.
 */
export function readTypedValue(text: string, locale: string): readonly number[] {
  const [whole = "", ...decimals] = text.split(separatorOf("decimal", locale))
  const digits = withoutGroups(whole, separatorOf("group", locale))
  const value = parseTargetValue([digits, ...decimals].join("."))
  if (value === undefined) return []
  const isUnclear = /^-?[1-9]\d{0,2}$/.test(whole) && decimals[0]?.length === 3
  return isUnclear ? [value, Number(whole + decimals[0])] : [value]
}

/** Writes a value as a person would type it, so that it can be meant in one way only. */
export function printTypedValue(value: number, locale: string): string {
  const text = value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 6 })
  return readTypedValue(text, locale).length > 1 ? `${text}0` : text
}
