import { randomUUID } from "node:crypto"
import type { StoredRow } from "../copy-text"

/** Departments with these names and new ids; all other fields are null. */
export const departmentsNamed = (...names: (string | null)[]): StoredRow[] =>
  names.map((name) => ({ values: { id: randomUUID(), name } }))

/** A number as a name that sorts like the number. */
export const numbered = (number: number) => `Department ${`${number}`.padStart(6, "0")}`

/** Numbers from `start` up to, not including, `end`. */
export const range = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => start + index)
