import { patchLimit } from "../catalogue"
import { parsePointer } from "./json-pointer"
import { depthLimit, isJsonValue } from "./json-value"
import type { PatchProblem } from "./patch-error"

/** One operation of a patch, as defined by RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string }

const memberOf = {
  add: "value",
  replace: "value",
  test: "value",
  remove: undefined,
  move: "from",
  copy: "from",
} as const satisfies Record<JsonPatchOperation["op"], "value" | "from" | undefined>

const isOp = (op: unknown): op is JsonPatchOperation["op"] =>
  typeof op === "string" && Object.hasOwn(memberOf, op)

const isPointer = (text: unknown): text is string =>
  typeof text === "string" && parsePointer(text) !== undefined

const isMember = (operation: object, name: string) => Object.hasOwn(operation, name)

/** Completes the sentence "Operation 3 …". */
function describeFault(operation: object): string | undefined {
  const { op, path, from, value } = operation as { readonly [member: string]: unknown }
  if (!isMember(operation, "op") || !isOp(op))
    return `needs an op: one of ${Object.keys(memberOf).join(", ")}.`
  if (!isMember(operation, "path") || !isPointer(path))
    return "needs a path that is a JSON Pointer, such as /name."
  const member = memberOf[op]
  if (member === "from" && !(isMember(operation, "from") && isPointer(from)))
    return `needs a from that is a JSON Pointer, because its op is ${op}.`
  if (member !== "value") return undefined
  if (!isMember(operation, "value") || value === undefined)
    return `needs a value, because its op is ${op}.`
  return isJsonValue(value)
    ? undefined
    : `needs a value of finite numbers, nested at most ${depthLimit} levels deep.`
}

function problemOf(operation: unknown, index: number): PatchProblem[] {
  const isObject = typeof operation === "object" && operation !== null && !Array.isArray(operation)
  const fault = isObject ? describeFault(operation) : "is no object."
  if (fault === undefined) return []
  const path = isObject && "path" in operation ? operation.path : undefined
  const message = `Operation ${index} ${fault}`
  return [{ index, path: typeof path === "string" ? path : "", message }]
}

/** `problemOf` has checked the operations. */
const asOperations = (checked: readonly unknown[]) => checked as readonly JsonPatchOperation[]

/**
 * The operations of a patch, or what is malformed in it. Members unknown to RFC 6902 are ignored.
 */
export function parsePatch(
  patch: unknown,
):
  | { readonly ok: true; readonly operations: readonly JsonPatchOperation[] }
  | { readonly ok: false; readonly problems: readonly PatchProblem[] } {
  const whole = (message: string) =>
    ({ ok: false, problems: [{ index: 0, path: "", message }] }) as const
  if (!Array.isArray(patch)) return whole("A patch is an array of operations.")
  if (patch.length > patchLimit) return whole(`A patch has at most ${patchLimit} operations.`)
  const problems = patch.flatMap(problemOf)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, operations: asOperations(patch) }
}
