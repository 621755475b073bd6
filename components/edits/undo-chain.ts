import {
  type JsonPatchOperation,
  type PatchChange,
  parsePatch,
  planUndo,
  readChanges,
} from "@/lib/json-patch"
import type { ActivityEntry } from "./activity-log"
import type { Desired, DesiredChange } from "./plan-changes"

/** An edit of its own, one that undoes another, or one that undoes an undo. */
export type EditKind = "edit" | "undo" | "redo"

/** The edits at hand, by id. */
export type KnownEdits = ReadonlyMap<string, ActivityEntry>

/** What can be done about an edit: the edit that is undone for it, and what that is called. */
export interface NextUndo {
  readonly action: "undo" | "redo"
  readonly target: string
}

/** True where the change was made, as far as anybody knows. */
export const wasApplied = ({ outcome, verdict }: ActivityEntry): boolean =>
  outcome === "applied" || (outcome === "unknown" && verdict === "applied")

/** An edit or a batch, with what it undoes and what undoes it. */
type Undoable = Pick<ActivityEntry, "id" | "undoes" | "undoneBy"> &
  Partial<Pick<ActivityEntry, "patch">>
type Known = ReadonlyMap<string, Undoable>

/** What an edit or a batch is; one that undoes something not at hand counts as an undo. */
export function kindOf(given: Undoable, known: Known): EditKind {
  let kind: EditKind = "edit"
  for (let at: Undoable | undefined = given; at && at.undoes !== null; ) {
    kind = kind === "undo" ? "redo" : "undo"
    at = known.get(at.undoes)
  }
  return kind
}

/** Whether an edit takes back only some of the fields of another one. */
function isPartial(undoing: Undoable | undefined, undone: Undoable): boolean {
  if (undoing?.patch === undefined || undone.patch === undefined) return false
  const fieldsOf = (patch: string) => readEdit(patch)?.map(({ path: [field] }) => field) ?? []
  const taken = new Set(fieldsOf(undoing.patch))
  return fieldsOf(undone.patch).some((field) => !taken.has(field))
}

/** True where some fields of an edit were undone, and others not. */
export const isPartlyUndone = (given: Undoable, known: Known): boolean =>
  given.undoneBy !== null && isPartial(known.get(given.undoneBy), given)

/** The newest link of the chain of those that undo each other, and how many there are. */
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

/** True where an edit or a batch was undone, and not made again after it. */
export const isUndone = (given: Undoable, known: Known): boolean =>
  followUndoing(given, known).links % 2 === 1

/** Undo or redo, whichever an edit's state allows; undefined where there is nothing to undo. */
export function nextUndo(entry: ActivityEntry, known: KnownEdits): NextUndo | undefined {
  if (!wasApplied(entry)) return undefined
  const kind = kindOf(entry, known)
  const { links, newest } = followUndoing(entry, known)
  if (kind !== "edit" && links > 0) return undefined
  const isRedo = kind === "undo" || links % 2 === 1
  return { action: isRedo ? "redo" : "undo", target: newest }
}

/** The operations of a logged patch; undefined where its text is none. */
export function readOperations(patch: string): readonly JsonPatchOperation[] | undefined {
  try {
    const parsed = parsePatch(JSON.parse(patch))
    return parsed.ok ? parsed.operations : undefined
  } catch {
    return undefined
  }
}

/** What a logged patch changes; undefined where its text is no patch. */
export function readEdit(patch: string): readonly PatchChange[] | undefined {
  const operations = readOperations(patch)
  return operations && readChanges(operations)
}

/** The department with the values that it had before a logged patch, where it still has those that the patch gave it. */
export function undoOf(patch: string): DesiredChange["desire"] {
  const operations = readOperations(patch)
  return (current): Desired => {
    if (!operations) return { refusal: "unguarded" }
    const undo = planUndo(operations, current)
    if (undo.ok) return { target: undo.target }
    return undo.reason === "changed" ? { conflict: undo.changed } : { refusal: "unguarded" }
  }
}
