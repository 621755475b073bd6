import { type Day, isDay } from "@/lib/catalogue"

/** A value that a measure shall reach from a day on, until the next step. */
export interface TargetStep {
  readonly from: Day
  readonly value: number
}

/** What a target's value is of: each day, week and so on of the calendar, or the whole range that is looked at. */
export const targetPeriods = ["day", "week", "month", "quarter", "year", "range"] as const
export type TargetPeriod = (typeof targetPeriods)[number]

/** A named target that may change over time; steps are in the order of their days. */
export interface Target {
  readonly name: string
  /** Absent in those that were saved before targets had one: each bucket is meant, however long it is. */
  readonly period?: TargetPeriod
  readonly steps: readonly TargetStep[]
}

/** The most targets of one exploration, and the most steps of one target. */
export const targetLimit = 4
export const stepLimit = 24
export const targetNameLimit = 60

const number = /^-?\d{1,15}(?:\.\d{1,6})?$/

/** True where a target can have the name: `@` parts its steps in an address. */
export const isTargetName = (name: string): boolean =>
  name.trim() === name && name !== "" && name.length <= targetNameLimit && !name.includes("@")

/** The value that a text says, or undefined. */
const parseTargetValue = (text: string): number | undefined =>
  number.test(text) ? Number(text) : undefined

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

function parseStep(text: string): TargetStep | undefined {
  const [from = "", valueText = "", ...rest] = text.split(":")
  const value = parseTargetValue(valueText)
  return isDay(from) && value !== undefined && rest.length === 0 ? { from, value } : undefined
}

/** Reads `Budget@month@2025-01-01:50000@2026-01-01:55000`, its period said or not, or undefined; a day is given once. */
export function parseTarget(text: string): Target | undefined {
  const [name = "", ...rest] = text.split("@")
  const period = targetPeriods.find((each) => each === rest[0])
  const parts = period ? rest.slice(1) : rest
  const steps = parts.map(parseStep).filter((step) => step !== undefined)
  const days = new Set(steps.map(({ from }) => from))
  const isWhole = steps.length === parts.length && days.size === steps.length
  if (!isTargetName(name) || !isWhole || steps.length === 0 || steps.length > stepLimit)
    return undefined
  const inOrder = steps.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return { name, ...(period && { period }), steps: inOrder }
}

const printValue = (value: number) =>
  value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 6 })

/** Prints a target, the inverse of `parseTarget`. */
export const printTarget = ({ name, period, steps }: Target): string =>
  [
    name,
    ...(period ? [period] : []),
    ...steps.map(({ from, value }) => `${from}:${printValue(value)}`),
  ].join("@")
