import { isDay } from "@/lib/catalogue"
import { isTargetName, parseTargetValue, type Target, type TargetPeriod } from "@/lib/client"

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

/** A step as it is written. */
export interface StepDraft {
  readonly id: number
  readonly from: string
  readonly value: string
}

export interface TargetDraft {
  readonly id: number
  readonly name: string
  readonly period?: TargetPeriod
  readonly steps: readonly StepDraft[]
}

/** The target of a draft, or that it has none; `unclear` is the first value that can be meant in two ways. */
export type DraftReading =
  | { readonly ok: true; readonly target: Target }
  | {
      readonly ok: false
      readonly unclear?: { readonly text: string; readonly meanings: readonly number[] }
    }

let drafts = 0

/** An id for a draft or its step. */
export const nextId = (): number => {
  drafts += 1
  return drafts
}

/** A target as it is written in a language. */
export const targetDraftOf = ({ name, period, steps }: Target, locale: string): TargetDraft => ({
  id: nextId(),
  name,
  ...(period && { period }),
  steps: steps.map(({ from, value }) => ({
    id: nextId(),
    from,
    value: printTypedValue(value, locale),
  })),
})

/** Reads a draft that was written in a language, its steps in the order of their days. */
export function readTargetDraft(draft: TargetDraft, locale: string): DraftReading {
  const name = draft.name.trim()
  const typed = draft.steps.map(({ from, value }) => {
    const text = value.trim()
    return { from, text, meanings: readTypedValue(text, locale) }
  })
  const unclear = typed.find(({ meanings }) => meanings.length > 1)
  if (unclear) return { ok: false, unclear: { text: unclear.text, meanings: unclear.meanings } }
  const steps = typed.flatMap(({ from, meanings: [value] }) =>
    isDay(from) && value !== undefined ? [{ from, value }] : [],
  )
  const days = new Set(steps.map(({ from }) => from))
  if (!isTargetName(name) || days.size < draft.steps.length) return { ok: false }
  const inOrder = steps.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const { period } = draft
  return { ok: true, target: { name, ...(period && { period }), steps: inOrder } }
}
