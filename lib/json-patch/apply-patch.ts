// Not the package itself: beside its index.js lies an index.ts without its sources, which tsx prefers.
import { applyOperation } from "fast-json-patch/commonjs/core.js"
import { parsePointer } from "./json-pointer"
import { copyJson, depthLimit, equalJson, isJsonValue, jsonBytes } from "./json-value"
import { locate } from "./locate"
import { type JsonPatchOperation, parsePatch } from "./parse-patch"
import { namePointer, OperationFault, type PatchError, type PatchProblem } from "./patch-error"

/** The bytes that a document may take at any moment while a patch is applied (decisions "Department PATCH"). */
export const documentLimit = 64 * 1024

/** A new document, or why there is none; neither the given document nor the patch is touched. */
export type PatchOutcome =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly error: PatchError }

const forbiddenTokens = ["__proto__", "constructor", "prototype"]

const pointersOf = (operation: JsonPatchOperation) =>
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

type Change =
  | { op: "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string }

/** One elementary change of a document of our own; the checks that the package leaves out have been made. */
const change = (document: unknown, { ...operation }: Change): unknown =>
  applyOperation(document, operation, true, true).newDocument

/** A copy of a value that may stand at that path; throws where it would lie too deep. */
function copyTo(path: string, value: unknown): unknown {
  if (!isJsonValue(value, depthLimit - (parsePointer(path)?.length ?? 0)))
    throw inapplicable(path, `The document would be nested deeper than ${depthLimit} levels.`)
  return copyJson(value)
}

function add(document: unknown, path: string, value: unknown): unknown {
  if (!locate(document, path).open)
    throw inapplicable(path, `Nothing can be added at ${namePointer(path)}.`)
  return change(document, { op: "add", path, value: copyTo(path, value) })
}

function remove(document: unknown, path: string): unknown {
  requireValue(document, path)
  return change(document, { op: "remove", path })
}

function replace(document: unknown, path: string, value: unknown): unknown {
  requireValue(document, path)
  return change(document, { op: "replace", path, value: copyTo(path, value) })
}

function move(document: unknown, from: string, path: string): unknown {
  const value = requireValue(document, from)
  if (path === from) return document
  if (path.startsWith(`${from}/`))
    throw inapplicable(path, `A value cannot move into itself: ${namePointer(from)}.`)
  return add(remove(document, from), path, value)
}

function test(document: unknown, path: string, value: unknown): unknown {
  const found = locate(document, path)
  if (!found.exists || !equalJson(found.value, value))
    throw new OperationFault(
      "test_failed",
      path,
      `The test found another value at ${namePointer(path)}.`,
    )
  return document
}

function applyOne(document: unknown, operation: JsonPatchOperation): unknown {
  const { path } = operation
  switch (operation.op) {
    case "add":
      return add(document, path, operation.value)
    case "remove":
      return remove(document, path)
    case "replace":
      return replace(document, path, operation.value)
    case "move":
      return move(document, operation.from, path)
    case "copy":
      return add(document, path, requireValue(document, operation.from))
    case "test":
      return test(document, path, operation.value)
  }
}

function requireWithinLimit(document: unknown, path: string): void {
  if (jsonBytes(document) > documentLimit)
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
  let current = copyJson(document)
  for (const [index, operation] of parsed.operations.entries()) {
    try {
      current = applyOne(current, operation)
      if (operation.op !== "test") requireWithinLimit(current, operation.path)
    } catch (error) {
      if (!(error instanceof OperationFault)) throw error
      return refuse(error.code, [{ index, path: error.path, message: error.message }])
    }
  }
  return { ok: true, document: current }
}
