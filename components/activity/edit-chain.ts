import type { ActivityEntry } from "@/lib/client"

/** An edit of its own, one that takes another back, or one that takes back such a one. */
export type EditKind = "edit" | "undo" | "redo"

/** The edits at hand, by id. */
export type KnownEdits = ReadonlyMap<string, ActivityEntry>

/** What can be done about an edit: the edit that is taken back for it, and what that is called. */
export interface NextStep {
  readonly action: "undo" | "redo"
  readonly target: string
}

/** True where the change was made, as far as anybody knows. */
export const wasApplied = ({ outcome, verdict }: ActivityEntry): boolean =>
  outcome === "applied" || (outcome === "unknown" && verdict === "applied")

/** An edit or a batch, with what it takes back and what takes it back. */
type Undoable = Pick<ActivityEntry, "id" | "undoes" | "undoneBy">
type Known = ReadonlyMap<string, Undoable>

/** What an edit or a batch is; one that takes back something not at hand counts as an undo. */
export function kindOf(given: Undoable, known: Known): EditKind {
  let kind: EditKind = "edit"
  for (let at: Undoable | undefined = given; at && at.undoes !== null; ) {
    kind = kind === "undo" ? "redo" : "undo"
    at = known.get(at.undoes)
  }
  return kind
}

/** The newest link of the chain of those that take each other back, and how many there are. */
function followUndoing({ id, undoneBy }: Undoable, known: Known) {
  let [links, newest, next] = [0, id, undoneBy]
  while (next !== null) {
    links += 1
    newest = next
    next = known.get(next)?.undoneBy ?? null
  }
  return { links, newest }
}

/** True where an edit or a batch was taken back, and not made again after it. */
export const isTakenBack = (given: Undoable, known: Known): boolean =>
  followUndoing(given, known).links % 2 === 1

/** Undo or redo, whichever an edit's state asks for; undefined where there is nothing to take back. */
export function nextStep(entry: ActivityEntry, known: KnownEdits): NextStep | undefined {
  if (!wasApplied(entry)) return undefined
  const kind = kindOf(entry, known)
  const { links, newest } = followUndoing(entry, known)
  if (kind !== "edit" && links > 0) return undefined
  const isUndone = kind === "undo" || links % 2 === 1
  return { action: isUndone ? "redo" : "undo", target: newest }
}
