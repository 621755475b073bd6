import {
  type JsonPatchOperation,
  type PatchChange,
  parsePatch,
  planUndo,
  readChanges,
} from "@/lib/json-patch"
import type { ActivityEntry } from "./activity-log"
import type { Desired, DesiredChange } from "./plan-changes"

/** An original edit, the undo of one, or the undo of an undo. */
export type EditKind = "edit" | "undo" | "redo"

/** The loaded edits, by id. */
export type KnownEdits = ReadonlyMap<string, ActivityEntry>

/**
 * The action available for an edit: which edit it undoes, and whether that is an undo or a redo.
 */
export interface NextUndo {
  readonly action: "undo" | "redo"
  readonly target: string
}

/** True if the change is known to have been made. */
export const wasApplied = ({ outcome, verdict }: ActivityEntry): boolean =>
  outcome === "applied" || (outcome === "unknown" && verdict === "applied")

/** An edit or a batch, with the edit that it undoes and the one that undoes it. */
type Undoable = Pick<ActivityEntry, "id" | "undoes" | "undoneBy"> &
  Partial<Pick<ActivityEntry, "patch">>
type Known = ReadonlyMap<string, Undoable>

/** Classifies an edit or a batch; one that undoes something unloaded counts as an undo. */
export function kindOf(given: Undoable, known: Known): EditKind {
  let kind: EditKind = "edit"
  for (let at: Undoable | undefined = given; at && at.undoes !== null; ) {
    kind = kind === "undo" ? "redo" : "undo"
    at = known.get(at.undoes)
  }
  return kind
}

/** True if an edit undoes only some fields of another. */
function isPartial(undoing: Undoable | undefined, undone: Undoable): boolean {
  if (undoing?.patch === undefined || undone.patch === undefined) return false
  const fieldsOf = (patch: string) => readEdit(patch)?.map(({ path: [field] }) => field) ?? []
  const taken = new Set(fieldsOf(undoing.patch))
  return fieldsOf(undone.patch).some((field) => !taken.has(field))
}

/** True if only some fields of an edit were undone. */
export const isPartlyUndone = (given: Undoable, known: Known): boolean =>
  given.undoneBy !== null && isPartial(known.get(given.undoneBy), given)

/** The newest link in a chain of undos, and the chain's length. */
function followUndoing(given: Undoable, known: Known) {
  let [links, newest] = [0, given.id]
  let next = isPartlyUndone(given, known) ? null : given.undoneBy
  while (next !== null) {
    links += 1
    newest = next
    next = known.get(next)?.undoneBy ?? null
  }
  return { links, newest }
}

/** True if an edit or a batch was undone and not redone since. */
export const isUndone = (given: Undoable, known: Known): boolean =>
  followUndoing(given, known).links % 2 === 1

/** Undo or redo, according to an edit's state; undefined if there is nothing to undo. */
export function nextUndo(entry: ActivityEntry, known: KnownEdits): NextUndo | undefined {
  if (!wasApplied(entry)) return undefined
  const kind = kindOf(entry, known)
  const { links, newest } = followUndoing(entry, known)
  if (kind !== "edit" && links > 0) return undefined
  const isRedo = kind === "undo" || links % 2 === 1
  return { action: isRedo ? "redo" : "undo", target: newest }
}

/** Parses a logged patch; undefined if it is invalid. */
export function readOperations(patch: string): readonly JsonPatchOperation[] | undefined {
  try {
    const parsed = parsePatch(JSON.parse(patch))
    return parsed.ok ? parsed.operations : undefined
  } catch {
    return undefined
  }
}

/** The changes of a logged patch; undefined if it is invalid. */
export function readEdit(patch: string): readonly PatchChange[] | undefined {
  const operations = readOperations(patch)
  return operations && readChanges(operations)
}

/**
 * Restores the values from before a logged patch, if the department still has the patch's values.
 */
export function undoOf(patch: string): DesiredChange["desire"] {
  const operations = readOperations(patch)
  return (current): Desired => {
    if (!operations) return { refusal: "unguarded" }
    const undo = planUndo(operations, current)
    if (undo.ok) return { target: undo.target }
    return undo.reason === "changed" ? { conflict: undo.changed } : { refusal: "unguarded" }
  }
}
