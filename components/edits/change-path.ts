import type { Row } from "@/lib/catalogue"
import type { PatchChange } from "@/lib/json-patch"

/** A step on the way to a value within a department: a field, or an entry of a list. */
export type PathStep =
  | { readonly kind: "field"; readonly name: string }
  /** Counted from 1; `culture` is what the entry of the record is in. */
  | { readonly kind: "entry"; readonly number: number; readonly culture?: string }

const isPosition = (token: string) => /^\d+$/.test(token)

const childOf = (value: unknown, token: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, token)
    ? Reflect.get(value, token)
    : undefined

function stepOf(token: string, value: unknown): PathStep {
  if (!isPosition(token)) return { kind: "field", name: token }
  const culture = childOf(value, "culture")
  const number = Number(token) + 1
  return { kind: "entry", number, ...(typeof culture === "string" && { culture }) }
}

/** The steps of a path in a patch; `-` behind a list is left out. `record` says which language an entry of a list is in. */
export function pathSteps(path: readonly string[], record: Row | undefined): PathStep[] {
  const steps: PathStep[] = []
  let value: unknown = record
  for (const token of path) {
    value = childOf(value, token)
    if (token !== "-") steps.push(stepOf(token, value))
  }
  return steps
}

/** The name of the innermost field on a path: `["locales", "0"]` is in `locales`. */
export const fieldOfPath = (path: readonly string[]): string =>
  path.findLast((token) => !isPosition(token) && token !== "-") ?? ""

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** Whether a change leaves nothing where something was; an entry that goes leaves the rest of its list. */
export const isClearing = ({ path, before, after }: PatchChange): boolean =>
  !isPosition(path.at(-1) ?? "") && isEmpty(after) && !isEmpty(before)
