import { type Day, isDay } from "../day"

/** A target value in force from a day until the next step. */
export interface TargetStep {
  readonly from: Day
  readonly value: number
}

/** The period of a target's value: each calendar day, week and so on, or the whole range. */
export const targetPeriods = ["day", "week", "month", "quarter", "year", "range"] as const
export type TargetPeriod = (typeof targetPeriods)[number]

/** A named target that may change over time. Steps are in day order. */
export interface Target {
  readonly name: string
  /**
   * Absent in targets saved before periods existed. The value then applies to each bucket, whatever
   * its length.
   */
  readonly period?: TargetPeriod
  readonly steps: readonly TargetStep[]
}

/** Maximum targets of an exploration, and steps of a target. */
export const targetLimit = 4
export const stepLimit = 24
export const targetNameLimit = 60

const number = /^-?\d{1,15}(?:\.\d{1,6})?$/

/** Target names must not contain `@`, which separates the steps in a URL. */
export const isTargetName = (name: string): boolean =>
  name.trim() === name && name !== "" && name.length <= targetNameLimit && !name.includes("@")

export const parseTargetValue = (text: string): number | undefined =>
  number.test(text) ? Number(text) : undefined

function parseStep(text: string): TargetStep | undefined {
  const [from = "", valueText = "", ...rest] = text.split(":")
  const value = parseTargetValue(valueText)
  return isDay(from) && value !== undefined && rest.length === 0 ? { from, value } : undefined
}

/**
 * Parses `Budget@month@2025-01-01:50000@2026-01-01:55000`, with or without its period, or
 * undefined. Each day may occur once.
 */
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

export const printTarget = ({ name, period, steps }: Target): string =>
  [
    name,
    ...(period ? [period] : []),
    ...steps.map(({ from, value }) => `${from}:${printValue(value)}`),
  ].join("@")
