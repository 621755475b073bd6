import { findForbidden } from "./apply-patch"
import type { JsonDocument } from "./json-object"
import { printPointer } from "./json-pointer"
import { equalJson, jsonBytes } from "./json-value"
import type { JsonPatchOperation } from "./parse-patch"

/** One write and the test of the old value that guards it. */
export type GuardedWrite = readonly [guard: JsonPatchOperation, write: JsonPatchOperation]

type Tokens = readonly (string | number)[]

/**
 * Two values at one path. Inside an array element, the whole element is the guard, wherever the
 * write is.
 */
interface Difference<Value = unknown> {
  readonly at: Tokens
  readonly before: Value
  readonly after: Value
  readonly guard?: JsonPatchOperation | undefined
}

const test = (at: Tokens, value: unknown) =>
  ({ op: "test", path: printPointer(at), value }) as const
const add = (at: Tokens, value: unknown) => ({ op: "add", path: printPointer(at), value }) as const
const remove = (at: Tokens) => ({ op: "remove", path: printPointer(at) }) as const
const replace = (at: Tokens, value: unknown) =>
  ({ op: "replace", path: printPointer(at), value }) as const

const isObject = (value: unknown): value is JsonDocument =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function diffMembers({ at, before, after, guard }: Difference<JsonDocument>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const [name, another] = names.filter((name) => {
    const isInBoth = Object.hasOwn(before, name) && Object.hasOwn(after, name)
    return !isInBoth || !equalJson(before[name], after[name])
  })
  if (name === undefined || another !== undefined) return undefined
  const inside = [...at, name]
  const held = guard ?? test(at, before)
  if (!Object.hasOwn(after, name)) return [held, remove(inside)] as const
  if (!Object.hasOwn(before, name)) return [held, add(inside, after[name])] as const
  return diffValues({ at: inside, before: before[name], after: after[name], guard })
}

function diffElements({ at, before, after, guard }: Difference<readonly unknown[]>) {
  const length = Math.max(before.length, after.length)
  let index = 0
  while (index < length && equalJson(before[index], after[index])) index++
  const inside = [...at, index]
  const held = guard ?? test(at, before)
  const isRest = (from: number, to: number) => equalJson(before.slice(from), after.slice(to))
  if (isRest(index, index + 1)) return [held, add(inside, after[index])] as const
  if (isRest(index + 1, index)) return [held, remove(inside)] as const
  if (!isRest(index + 1, index + 1)) return undefined
  const element = { before: before[index], after: after[index] }
  return diffValues({ at: inside, ...element, guard: guard ?? test(inside, element.before) })
}

/** A single write further inside, if one is enough. */
function diffInside({ before, after, ...position }: Difference): GuardedWrite | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return diffElements({ ...position, before, after })
  return isObject(before) && isObject(after)
    ? diffMembers({ ...position, before, after })
    : undefined
}

/** Turns one value into a different one: a single write, as deep as saves bytes, and its test. */
export function diffValues(difference: Difference): GuardedWrite {
  const { at, before, after, guard = test(at, before) } = difference
  const whole = [guard, replace(at, after)] as const
  const inside = diffInside(difference)
  const isBetter =
    inside && findForbidden(inside).length === 0 && jsonBytes(inside) <= jsonBytes(whole)
  return isBetter ? inside : whole
}
