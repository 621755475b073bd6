import { isDay } from "@/lib/catalogue"
import {
  isTargetName,
  printTypedValue,
  readTypedValue,
  type Target,
  type TargetPeriod,
} from "@/lib/client"

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

/** The target that a draft says, or that it says none; `unclear` is the first value that can be meant in two ways. */
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
export const draftOf = ({ name, period, steps }: Target, locale: string): TargetDraft => ({
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
export function readDraft(draft: TargetDraft, locale: string): DraftReading {
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
