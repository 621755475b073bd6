import { addValue, measure, removeValue, replaceValue, type SizedDocument } from "./edit-document"
import { parsePointer } from "./json-pointer"
import { copyJson, depthLimit, equalJson } from "./json-value"
import { locate } from "./locate"
import { type JsonPatchOperation, parsePatch } from "./parse-patch"
import { namePointer, OperationFault, type PatchError, type PatchProblem } from "./patch-error"

/** The bytes that a document may take at any moment while a patch is applied (decisions "Department PATCH"). */
export const documentLimit = 64 * 1024

/**
 * A new document, whose parts may be shared with each other, or why there is none; neither the given
 * document nor the patch is touched.
 */
export type PatchOutcome =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly error: PatchError }

const forbiddenTokens = ["__proto__", "constructor", "prototype"]

/** Every pointer that an operation names. */
export const pointersOf = (operation: JsonPatchOperation): string[] =>
  "from" in operation && (operation.op === "move" || operation.op === "copy")
    ? [operation.path, operation.from]
    : [operation.path]

/** Every pointer of the patch that could reach a prototype. */
export const findForbidden = (operations: readonly JsonPatchOperation[]): PatchProblem[] =>
  operations.flatMap((operation, index) =>
    pointersOf(operation)
      .filter((pointer) => parsePointer(pointer)?.some((token) => forbiddenTokens.includes(token)))
      .map((path) => ({ index, path, message: `No patch may touch ${namePointer(path)}.` })),
  )

const inapplicable = (path: string, message: string) =>
  new OperationFault("not_applicable", path, message)

function requireValue(document: unknown, pointer: string): unknown {
  const { exists, value } = locate(document, pointer)
  if (!exists) throw inapplicable(pointer, `There is nothing at ${namePointer(pointer)}.`)
  return value
}

/** Throws where a value would lie too deep at that path. */
function requireShallow(path: string, value: unknown): void {
  if (measure(value).depth + (parsePointer(path)?.length ?? 0) > depthLimit)
    throw inapplicable(path, `The document would be nested deeper than ${depthLimit} levels.`)
}

function add(document: SizedDocument, path: string, value: unknown): SizedDocument {
  if (!locate(document.value, path).open)
    throw inapplicable(path, `Nothing can be added at ${namePointer(path)}.`)
  requireShallow(path, value)
  return addValue(document, path, value)
}

function remove(document: SizedDocument, path: string): SizedDocument {
  requireValue(document.value, path)
  return removeValue(document, path)
}

function replace(document: SizedDocument, path: string, value: unknown): SizedDocument {
  requireValue(document.value, path)
  requireShallow(path, value)
  return replaceValue(document, path, value)
}

function move(document: SizedDocument, from: string, path: string): SizedDocument {
  const value = requireValue(document.value, from)
  if (path === from) return document
  if (path.startsWith(`${from}/`))
    throw inapplicable(path, `A value cannot move into itself: ${namePointer(from)}.`)
  return add(remove(document, from), path, value)
}

function test(document: SizedDocument, path: string, value: unknown): SizedDocument {
  const found = locate(document.value, path)
  if (!found.exists || !equalJson(found.value, value))
    throw new OperationFault(
      "test_failed",
      path,
      `The test found another value at ${namePointer(path)}.`,
    )
  return document
}

function applyOne(document: SizedDocument, operation: JsonPatchOperation): SizedDocument {
  const { path } = operation
  switch (operation.op) {
    case "add":
      return add(document, path, copyJson(operation.value))
    case "remove":
      return remove(document, path)
    case "replace":
      return replace(document, path, copyJson(operation.value))
    case "move":
      return move(document, operation.from, path)
    case "copy":
      return add(document, path, requireValue(document.value, operation.from))
    case "test":
      return test(document, path, operation.value)
  }
}

function requireWithinLimit({ bytes }: SizedDocument, path: string): void {
  if (bytes > documentLimit)
    throw inapplicable(path, `The document would grow past ${documentLimit / 1024} KiB.`)
}

const refuse = (code: PatchError["code"], problems: readonly PatchProblem[]): PatchOutcome => ({
  ok: false,
  error: { code, problems },
})

/** Applies a JSON Patch (RFC 6902) whole or not at all, within the limits; runs anywhere. */
export function applyPatch(document: unknown, patch: unknown): PatchOutcome {
  const parsed = parsePatch(patch)
  if (!parsed.ok) return refuse("malformed", parsed.problems)
  const forbidden = findForbidden(parsed.operations)
  if (forbidden.length > 0) return refuse("not_applicable", forbidden)
  const own = copyJson(document)
  let current: SizedDocument = { value: own, bytes: measure(own).bytes }
  for (const [index, operation] of parsed.operations.entries()) {
    try {
      current = applyOne(current, operation)
      if (operation.op !== "test") requireWithinLimit(current, operation.path)
    } catch (error) {
      if (!(error instanceof OperationFault)) throw error
      return refuse(error.code, [{ index, path: error.path, message: error.message }])
    }
  }
  return { ok: true, document: current.value }
}
