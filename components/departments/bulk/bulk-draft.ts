import { createContext, use } from "react"
import { z } from "zod"
import type { DepartmentProblem, Row } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"

const row = z.record(z.string(), z.unknown())

export const bulkDraftSchema = z.strictObject({
  /** Values by field; an added field without input has an empty value. */
  values: row,
  /** Fields to clear, whatever was entered for them. */
  cleared: z.array(z.string()),
  /** The fields with a value per department, by its id. */
  rows: z.record(z.string(), row).default({}),
})

export type BulkDraft = z.infer<typeof bulkDraftSchema>

export const noBulkDraft: BulkDraft = { values: {}, cleared: [], rows: {} }

const draft = createPersonalValue("departments.bulk", bulkDraftSchema, noBulkDraft)

/** The bulk edit draft of this tab, and its setter. */
export const useBulkDraft = () => usePersonalValue(draft)

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "")

const hasBlankPart = (value: unknown) =>
  typeof value === "object" && value !== null && Object.values(value).some(isBlank)

/** True if input is missing: an empty text or list, or a list entry without its text. */
const isUnfilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 || value.some(hasBlankPart) : isBlank(value)

/**
 * The changes of a draft: values for all departments, null for a cleared field, values per
 * department by id, and the fields that still need a value.
 */
export function readBulkDraft({ values, cleared, rows }: BulkDraft) {
  const names = Object.keys(values)
  const filled = (name: string) =>
    Object.entries(rows[name] ?? {}).filter(([, value]) => !isUnfilled(value))
  const isMissing = (name: string) =>
    rows[name] ? filled(name).length === 0 : !cleared.includes(name) && isUnfilled(values[name])
  const unfilled = names.filter(isMissing)
  const forAll = names.filter((name) => !unfilled.includes(name) && !rows[name])
  const desired: Row = Object.fromEntries(
    forAll.map((name) => [name, cleared.includes(name) ? null : values[name]]),
  )
  const each = new Map<string, Row>()
  for (const name of names)
    for (const [id, value] of filled(name)) each.set(id, { ...each.get(id), [name]: value })
  return { desired, each, unfilled }
}

/** The shared state of the screen; any change of selection or draft invalidates the plan. */
export interface BulkScreen {
  readonly departments: readonly TreeEntry[]
  readonly selected: readonly string[]
  readonly select: (ids: readonly string[]) => void
  readonly draft: BulkDraft
  readonly setDraft: (draft: BulkDraft) => void
  /** Sets values per department, by id, next to those of the field. */
  readonly setRows: (name: string, values: Row) => void
  /** Fields that still need a value. */
  readonly unfilled: readonly string[]
  readonly problems: readonly DepartmentProblem[]
}

export const BulkContext = createContext<BulkScreen | undefined>(undefined)

export function useBulkScreen(): BulkScreen {
  const screen = use(BulkContext)
  if (!screen) throw new Error("This part stands outside of the screen for several departments.")
  return screen
}
