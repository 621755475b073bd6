import { applyPatch } from "./apply-patch"
import { parsePointer } from "./json-pointer"
import type { JsonPatchOperation } from "./parse-patch"
import { valueAt } from "./value-at"
import { isPosition, isWithin, parentPointer } from "./written-pointers"

/** One value that a patch writes, as recorded by the patch. */
export interface PatchChange {
  /** The unescaped tokens of its pointer. */
  readonly path: readonly string[]
  readonly kind: "set" | "add" | "remove"
  /** Undefined if the patch does not record it. */
  readonly before: unknown
  /** Undefined for `remove`, and if the patch does not record it. */
  readonly after: unknown
}

/** A part of the document whose value the patch records. */
interface KnownPart {
  readonly path: string
  readonly value: unknown
}

type PlainWrite =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }

const findPart = (parts: readonly KnownPart[], pointer: string) =>
  parts.find(({ path }) => isWithin(pointer, path))

function findKnown(parts: readonly KnownPart[], pointer: string): unknown {
  const part = findPart(parts, pointer)
  return part && valueAt(part.value, pointer.slice(part.path.length))
}

/** A move or copy as removal and addition of the known value. */
function simplify(operation: JsonPatchOperation, parts: readonly KnownPart[]): PlainWrite[] {
  switch (operation.op) {
    case "test":
      return []
    case "copy":
      return [{ ...operation, op: "add", value: findKnown(parts, operation.from) }]
    case "move": {
      const { from, path } = operation
      return [
        { op: "remove", path: from },
        { op: "add", path, value: findKnown(parts, from) },
      ]
    }
    case "remove":
      return [operation]
    default:
      return [{ ...operation, op: operation.op }]
  }
}

const isDropped = ({ path }: KnownPart, { op, path: written }: PlainWrite) =>
  isWithin(path, op !== "replace" && isPosition(written) ? parentPointer(written) : written)

/** What is known after a write. Forgets parts that it contradicts and elements that it shifted. */
function write(parts: readonly KnownPart[], operation: PlainWrite): readonly KnownPart[] {
  const { op, path } = operation
  const part = findPart(parts, path)
  if (part && (part.path !== path || op === "replace")) {
    const outcome = applyPatch(part.value, [{ ...operation, path: path.slice(part.path.length) }])
    const known = outcome.ok ? [{ path: part.path, value: outcome.document }] : []
    return parts.flatMap((each) => (each === part ? known : [each]))
  }
  const others = parts.filter((each) => !isDropped(each, operation))
  if (op === "remove" || isPosition(path)) return others
  return [...others, { path, value: operation.value }]
}

const learn = (parts: readonly KnownPart[], { path, value }: KnownPart): readonly KnownPart[] =>
  findPart(parts, path)
    ? parts
    : [...parts.filter((each) => !isWithin(each.path, path)), { path, value }]

/** A missing field is null, so adding it sets it. */
function kindOf({ op, path }: PlainWrite, before: unknown): PatchChange["kind"] {
  if (op !== "add") return op === "replace" ? "set" : "remove"
  const isSet = before !== undefined || parentPointer(path) === ""
  return isSet && !isPosition(path) ? "set" : "add"
}

function describeChange(operation: PlainWrite, parts: readonly KnownPart[]): PatchChange {
  const { op, path } = operation
  const found = op === "add" && isPosition(path) ? undefined : findKnown(parts, path)
  return {
    path: parsePointer(path) ?? [],
    kind: kindOf(operation, found),
    before: found,
    after: op === "remove" ? undefined : operation.value,
  }
}

/** The changes of a patch for display: one entry per write, in order. A move removes and adds. */
export function readChanges(operations: readonly JsonPatchOperation[]): PatchChange[] {
  let parts: readonly KnownPart[] = []
  const changes: PatchChange[] = []
  for (const operation of operations) {
    if (operation.op === "test") parts = learn(parts, operation)
    for (const plain of simplify(operation, parts)) {
      changes.push(describeChange(plain, parts))
      parts = write(parts, plain)
    }
  }
  return changes
}
