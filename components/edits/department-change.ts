import type { Row } from "@/lib/catalogue"
import { diffDocuments, equalJson } from "@/lib/json-patch"

/** A change to one department: what it was when it was read, and what it is to become. */
export interface DepartmentChange {
  readonly id: string
  readonly before: Row
  readonly after: Row
  /** The edit that this one takes back. */
  readonly undoes?: string | undefined
}

/** What a department, read back, says of a change whose outcome is unknown. */
export type ReadVerdict = "applied" | "not_applied" | "changed"

/** Judges by the fields that the change writes; one that is missing is null. */
export function judgeReading({ before, after }: DepartmentChange, current: Row): ReadVerdict {
  const names = Object.keys({ ...before, ...after })
  const valueIn = (row: Row, name: string) => row[name] ?? null
  const written = names.filter((name) => !equalJson(valueIn(before, name), valueIn(after, name)))
  const isAs = (row: Row) =>
    written.every((name) => equalJson(valueIn(current, name), valueIn(row, name)))
  if (isAs(after)) return "applied"
  return isAs(before) ? "not_applied" : "changed"
}

/** The patch that makes the change, each write guarded by a test of the old value. */
export const patchOf = ({ before, after }: DepartmentChange) => diffDocuments(before, after)
