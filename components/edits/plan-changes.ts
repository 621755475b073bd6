import {
  checkDepartment,
  type DepartmentProblem,
  type DepartmentSchemas,
  type Row,
} from "@/lib/catalogue"
import {
  diffDocuments,
  equalJson,
  type JsonDocument,
  type PatchChange,
  patchBytesLimit,
  printPatch,
  readChanges,
} from "@/lib/json-patch"
import type { BatchEdit } from "./batches"
import { isClearing } from "./change-path"
import { afterMoves, findCircularMoves, orderMoves, type Parents } from "./moves"

/** The desired record, or why it is impossible. */
export type Desired =
  | { readonly target: JsonDocument }
  /** The record has changed; the pointers name the differences, as far as known. */
  | { readonly conflict: readonly string[] }
  | { readonly refusal: "unguarded" }

/** The desired change of one department. */
export interface DesiredChange {
  readonly id: string
  readonly desire: (current: JsonDocument) => Desired
  /** Its line in a file. */
  readonly line?: number
  /** Values that a spreadsheet may have damaged. */
  readonly warningsOf?: (current: JsonDocument) => readonly ChangeWarning[]
}

/** A value that is possibly unintended; the kind says why. */
export interface ChangeWarning {
  readonly kind: string
  readonly column: string
  readonly before: string
  readonly after: string
}

/** Why nothing is sent for a department; `unguarded`: the patch to undo lacks the old values. */
export type Refusal = "gone" | "unguarded" | "invalid" | "parent_unknown" | "circle" | "too_large"

interface Item {
  readonly id: string
  readonly name: string
  readonly line?: number
}

/** A department whose change can be sent as a guarded patch. */
export interface ReadyChange extends Item {
  readonly state: "ready"
  readonly current: Row
  readonly target: Row
  readonly changes: readonly PatchChange[]
  readonly patch: string
  /** Unchanged values that are invalid; the platform may refuse any change because of them. */
  readonly doubts: readonly DepartmentProblem[]
  readonly warnings: readonly ChangeWarning[]
}

/** A department whose change is refused before it is sent. */
export interface RefusedChange extends Item {
  readonly state: "refused"
  readonly reason: Refusal
  readonly problems: readonly DepartmentProblem[]
  /** The desired values. */
  readonly target: Row
}

/**
 * The planned outcome for one department; `unchanged` already matches, `conflict` was changed by
 * others meanwhile.
 */
export type PlannedChange =
  | ReadyChange
  | (Item & { readonly state: "unchanged" })
  | (Item & { readonly state: "conflict"; readonly changed: readonly string[] })
  | RefusedChange
  /** Has warnings that nobody has accepted. */
  | (Omit<ReadyChange, "state"> & { readonly state: "held" })

/** The rules for new values: allowed field values, and the tree of departments. */
export interface PlanRules {
  readonly parents: Parents
  readonly schemas: DepartmentSchemas
}

/** The current departments, and the rules for new values; restored old values need none. */
export interface PlanBasis {
  readonly records: ReadonlyMap<string, Row>
  readonly rules?: PlanRules | undefined
}

/** A change that is possible on its own; moves are checked together later. */
type Possible = Item &
  Pick<ReadyChange, "current" | "target" | "doubts" | "warnings"> & {
    readonly state: "possible"
  }

type Judged = Exclude<PlannedChange, ReadyChange | { readonly state: "held" }> | Possible

const refuse = (
  item: Item,
  reason: Refusal,
  more: Partial<Pick<RefusedChange, "problems" | "target">> = {},
): RefusedChange => ({ ...item, state: "refused", reason, problems: [], target: {}, ...more })

const changedFields = (before: JsonDocument, after: JsonDocument): JsonDocument =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !equalJson(before[field] ?? null, value)),
  )

/** The problems of unchanged values. */
function findDoubts(schemas: DepartmentSchemas, record: Row, changed: Row) {
  const staying = Object.entries(record).filter(
    ([field]) => Object.hasOwn(schemas, field) && !Object.hasOwn(changed, field),
  )
  return checkDepartment(schemas, Object.fromEntries(staying)).problems
}

function judgeByRules(item: Item, current: Row, target: Row, rules: PlanRules): Judged {
  const { schemas, parents } = rules
  const { values, problems } = checkDepartment(schemas, changedFields(current, target))
  if (problems.length > 0) return refuse(item, "invalid", { problems, target })
  const changed = changedFields(current, values)
  const parentId = changed["parentId"]
  if (typeof parentId === "string" && !parents.has(parentId)) return refuse(item, "parent_unknown")
  const doubts = findDoubts(schemas, current, changed)
  const after = { ...current, ...changed }
  return { ...item, state: "possible", current, target: after, doubts, warnings: [] }
}

function judge(
  { id, line, desire, warningsOf }: DesiredChange,
  { records, rules }: PlanBasis,
): Judged {
  const current = records.get(id)
  const item = { id, name: `${current?.["name"] ?? id}`, ...(line !== undefined && { line }) }
  if (!current) return refuse(item, "gone")
  const desired = desire(current)
  if ("conflict" in desired) return { ...item, state: "conflict", changed: desired.conflict }
  if ("refusal" in desired) return refuse(item, desired.refusal)
  const { target } = desired
  if (!rules) return { ...item, state: "possible", current, target, doubts: [], warnings: [] }
  const judged = judgeByRules(item, current, target, rules)
  if (judged.state !== "possible") return judged
  return { ...judged, warnings: warningsOf?.(current) ?? [] }
}

const parentIn = (record: Row): string | null =>
  typeof record["parentId"] === "string" ? record["parentId"] : null

/** The tree according to the current records. */
const parentsNow = ({ records }: PlanBasis, { parents }: PlanRules): Parents =>
  new Map([...parents, ...[...records].map(([id, record]) => [id, parentIn(record)] as const)])

const movesOf = (changes: readonly (PlannedChange | Possible)[]): Parents =>
  new Map(
    changes.flatMap((each) =>
      (each.state === "possible" || each.state === "ready") &&
      parentIn(each.current) !== parentIn(each.target)
        ? [[each.id, parentIn(each.target)] as const]
        : [],
    ),
  )

const isTooLarge = (patch: string) => new TextEncoder().encode(patch).length > patchBytesLimit

function conclude(
  judged: Judged,
  rules: PlanRules | undefined,
  circular: ReadonlySet<string>,
): PlannedChange {
  if (judged.state !== "possible") return judged
  const { current, target, doubts, warnings, state: _, ...item } = judged
  if (circular.has(item.id)) return refuse(item, "circle", { target })
  const operations = diffDocuments(current, target)
  if (operations.length === 0) return { ...item, state: "unchanged" }
  const patch = printPatch(operations)
  if (rules && isTooLarge(patch)) return refuse(item, "too_large", { target })
  const changes = readChanges(operations)
  return { ...item, state: "ready", current, target, changes, patch, doubts, warnings }
}

/**
 * Plans the change of each department, in the given order; nothing is sent. Moves are checked
 * together, as the tree will be after all of them.
 */
export function planChanges(desired: readonly DesiredChange[], basis: PlanBasis): PlannedChange[] {
  const { rules } = basis
  const judged = desired.map((each) => judge(each, basis))
  const moves = movesOf(judged)
  const circular = rules ? findCircularMoves(parentsNow(basis, rules), moves) : new Set<string>()
  return judged.map((each) => conclude(each, rules, circular))
}

/** Holds back changes with warnings of a kind that is not accepted. */
export const holdBack = (
  plan: readonly PlannedChange[],
  accepted: readonly string[],
): PlannedChange[] =>
  plan.map((each) =>
    each.state === "ready" && each.warnings.some(({ kind }) => !accepted.includes(kind))
      ? { ...each, state: "held" }
      : each,
  )

export const readyChanges = (plan: readonly PlannedChange[]): ReadyChange[] =>
  plan.filter((each) => each.state === "ready")

/** The desired changes of a plan that cannot be sent. */
export const impossibleChanges = (plan: readonly PlannedChange[]) =>
  plan.filter(({ state }) => state === "conflict" || state === "refused")

/** The patches of a plan in sending order: moves at the top of the tree first. */
export function editsOf(plan: readonly PlannedChange[], basis: PlanBasis): BatchEdit[] {
  const ready = readyChanges(plan)
  const { rules } = basis
  const ordered = rules
    ? orderMoves(ready, afterMoves(parentsNow(basis, rules), movesOf(ready)))
    : ready
  return ordered.map(({ id, patch }) => ({ recordId: id, patch }))
}

/** How many values a plan clears, by field. */
export function countClears(plan: readonly PlannedChange[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const change of readyChanges(plan).flatMap(({ changes }) => changes)) {
    const [field = ""] = change.path
    if (isClearing(change)) counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  return counts
}
