import { applyOperation, type Operation } from "fast-json-patch/commonjs/core.js"
import { parsePointer } from "./json-pointer"
import { copyJson, depthLimit, depthOf, equalJson, jsonBytes } from "./json-value"
import { locate } from "./locate"
import { type JsonPatchOperation, parsePatch } from "./parse-patch"
import { namePointer, OperationFault, type PatchError, type PatchProblem } from "./patch-error"

/**
 * Maximum size of a document in bytes at any time while a patch is applied (decisions "Department
 * PATCH").
 */
export const documentLimit = 64 * 1024

/** A new document, or why there is none. Neither the given document nor the patch is modified. */
export type PatchOutcome =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly error: PatchError }

const forbiddenTokens = ["__proto__", "constructor", "prototype"]

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

/** Throws if nothing can be added at that path, or the value would be nested too deeply. */
function requireRoom(document: unknown, path: string, value: unknown): void {
  if (!locate(document, path).open)
    throw inapplicable(path, `Nothing can be added at ${namePointer(path)}.`)
  requireShallow(path, value)
}

function requireShallow(path: string, value: unknown): void {
  if (depthOf(value) + (parsePointer(path)?.length ?? 0) > depthLimit)
    throw inapplicable(path, `The document would be nested deeper than ${depthLimit} levels.`)
}

function requireEqual(document: unknown, path: string, wanted: unknown): void {
  const { exists, value } = locate(document, path)
  if (exists && equalJson(value, wanted)) return
  const message = `The test found another value at ${namePointer(path)}.`
  throw new OperationFault("test_failed", path, message)
}

/** Splits a move into remove and add. Empty if source and target are the same. */
function splitMove(document: unknown, from: string, path: string): JsonPatchOperation[] {
  const value = requireValue(document, from)
  if (path === from) return []
  if (path.startsWith(`${from}/`))
    throw inapplicable(path, `A value cannot move into itself: ${namePointer(from)}.`)
  return [
    { op: "remove", path: from },
    { op: "add", path, value },
  ]
}

/** Throws if RFC 6902 does not allow the operation. */
function requireApplicable(document: unknown, operation: JsonPatchOperation): void {
  const { op, path } = operation
  if (op === "remove" || op === "replace") requireValue(document, path)
  if (op === "replace") requireShallow(path, operation.value)
  if (op === "add") requireRoom(document, path, operation.value)
  if (op === "copy") requireRoom(document, path, requireValue(document, operation.from))
  if (op === "test") requireEqual(document, path, operation.value)
}

/**
 * Applies one operation in place to our own copy. The library itself does not check whether it is
 * applicable.
 */
function applyOne(document: unknown, operation: JsonPatchOperation): unknown {
  if (operation.op === "move")
    return splitMove(document, operation.from, operation.path).reduce(applyOne, document)
  requireApplicable(document, operation)
  if (operation.op === "test") return document
  return applyOperation(document, copyJson(operation) as Operation).newDocument
}

function requireWithinLimit(document: unknown, path: string): void {
  if (jsonBytes(document) > documentLimit)
    throw inapplicable(path, `The document would grow past ${documentLimit / 1024} KiB.`)
}

const refuse = (code: PatchError["code"], problems: readonly PatchProblem[]): PatchOutcome => ({
  ok: false,
  error: { code, problems },
})

/**
 * Applies a JSON Patch (RFC 6902) completely or not at all, within the limits. Runs in browser and
 * server.
 */
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
