import type { Row } from "@/lib/catalogue"
import type { PatchChange } from "@/lib/json-patch"

/** One step of a path to a value in a department: a field, or a list entry. */
export type PathStep =
  | { readonly kind: "field"; readonly name: string }
  /** Counted from 1; `culture` is the language of the record's entry. */
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

/**
 * The steps of a path in a patch, without a list's trailing `-`. `record` gives the language of
 * list entries.
 */
export function pathSteps(path: readonly string[], record: Row | undefined): PathStep[] {
  const steps: PathStep[] = []
  let value: unknown = record
  for (const token of path) {
    value = childOf(value, token)
    if (token !== "-") steps.push(stepOf(token, value))
  }
  return steps
}

/** The innermost field of a path: `["locales", "0"]` is in `locales`. */
export const fieldOfPath = (path: readonly string[]): string =>
  path.findLast((token) => !isPosition(token) && token !== "-") ?? ""

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** True if a change removes a value; removing an entry leaves the rest of its list. */
export const isClearing = ({ path, before, after }: PatchChange): boolean =>
  !isPosition(path.at(-1) ?? "") && isEmpty(after) && !isEmpty(before)
