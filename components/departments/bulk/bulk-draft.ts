import { createContext, use } from "react"
import { z } from "zod"
import type { DepartmentProblem, Row } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"

const row = z.record(z.string(), z.unknown())

const draftSchema = z.strictObject({
  /** What was entered, by field; a field that was added and not filled in has an empty value. */
  values: row,
  /** The fields that are to be emptied, whatever was entered for them. */
  cleared: z.array(z.string()),
})

/** What several departments are to be given, as it was entered. */
export type BulkDraft = z.infer<typeof draftSchema>

/** Drafts of before hold values alone; an empty one there was never a choice to clear. */
const olderSchema = row.transform((values) => ({ values, cleared: [] }))

/** Reads a draft that a tab has kept. */
export const bulkDraftSchema: z.ZodType<BulkDraft> = z.union([draftSchema, olderSchema])

export const noBulkDraft: BulkDraft = { values: {}, cleared: [] }

const draft = createPersonalValue("departments.bulk", bulkDraftSchema, noBulkDraft)

/** What was entered in this tab for several departments, and how to put another in its place. */
export const useBulkDraft = () => usePersonalValue(draft)

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "")

const hasBlankPart = (value: unknown) =>
  typeof value === "object" && value !== null && Object.values(value).some(isBlank)

/** Nothing was entered, or not all of it: an empty text, an empty list, an entry of a list without its text. */
const isUnfilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 || value.some(hasBlankPart) : isBlank(value)

/** What a draft asks for: the values to set, null where a field is cleared, and the fields that still need a value. */
export function readBulkDraft({ values, cleared }: BulkDraft) {
  const names = Object.keys(values)
  const unfilled = names.filter((name) => !cleared.includes(name) && isUnfilled(values[name]))
  const desired: Row = Object.fromEntries(
    names
      .filter((name) => !unfilled.includes(name))
      .map((name) => [name, cleared.includes(name) ? null : values[name]]),
  )
  return { desired, unfilled }
}

/** What the parts of the screen share; whatever changes the selection or the draft voids the plan. */
export interface BulkScreen {
  readonly departments: readonly TreeEntry[]
  readonly selected: readonly string[]
  readonly select: (ids: readonly string[]) => void
  readonly draft: BulkDraft
  readonly setDraft: (draft: BulkDraft) => void
  /** The fields that still need a value. */
  readonly unfilled: readonly string[]
  readonly problems: readonly DepartmentProblem[]
}

export const BulkContext = createContext<BulkScreen | undefined>(undefined)

/** The screen around. */
export function useBulkScreen(): BulkScreen {
  const screen = use(BulkContext)
  if (!screen) throw new Error("This part stands outside of the screen for several departments.")
  return screen
}
