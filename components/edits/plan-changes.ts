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

/** A record as it is to become, or why it cannot. */
export type Desired =
  | { readonly target: JsonDocument }
  /** It is another one by now; the pointers name what differs, as far as that is known. */
  | { readonly conflict: readonly string[] }
  | { readonly refusal: "unguarded" }

/** What one department is to become. */
export interface DesiredChange {
  readonly id: string
  readonly desire: (current: JsonDocument) => Desired
  /** Its line in a file. */
  readonly line?: number
  /** What a spreadsheet may have destroyed of its values. */
  readonly warningsOf?: (current: JsonDocument) => readonly ChangeWarning[]
}

/** A value that may not be what somebody meant; the kind says why. */
export interface ChangeWarning {
  readonly kind: string
  readonly column: string
  readonly before: string
  readonly after: string
}

/** Why nothing is sent for a department; `unguarded`: the patch to undo does not tell the old values. */
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
  /** Values that stay as they are and should not be: the platform may refuse every change for them. */
  readonly doubts: readonly DepartmentProblem[]
  readonly warnings: readonly ChangeWarning[]
}

/** A department whose change is refused before it is sent. */
export interface RefusedChange extends Item {
  readonly state: "refused"
  readonly reason: Refusal
  readonly problems: readonly DepartmentProblem[]
  /** The values that were desired. */
  readonly target: Row
}

/** What would become of one department; `unchanged` is as desired already, `conflict` was changed by others meanwhile. */
export type PlannedChange =
  | ReadyChange
  | (Item & { readonly state: "unchanged" })
  | (Item & { readonly state: "conflict"; readonly changed: readonly string[] })
  | RefusedChange
  /** It has warnings that nobody has accepted. */
  | (Omit<ReadyChange, "state"> & { readonly state: "held" })

/** What new values have to keep to: what fields may hold, and the tree of departments. */
export interface PlanRules {
  readonly parents: Parents
  readonly schemas: DepartmentSchemas
}

/** The departments as they are now, and the rules for values that are new; old values that come back need none. */
export interface PlanBasis {
  readonly records: ReadonlyMap<string, Row>
  readonly rules?: PlanRules | undefined
}

/** A change that is possible for itself; moves are yet to be judged together. */
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

/** What is wrong with the values that stay. */
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

/** The tree by where the records stand now. */
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
 * What would become of each department, in the order given; nothing is sent. Moves are judged together, as
 * they will stand in the tree when all of them are done.
 */
export function planChanges(desired: readonly DesiredChange[], basis: PlanBasis): PlannedChange[] {
  const { rules } = basis
  const judged = desired.map((each) => judge(each, basis))
  const moves = movesOf(judged)
  const circular = rules ? findCircularMoves(parentsNow(basis, rules), moves) : new Set<string>()
  return judged.map((each) => conclude(each, rules, circular))
}

/** The plan with the changes held back of which a warning's kind is not accepted. */
export const holdBack = (
  plan: readonly PlannedChange[],
  accepted: readonly string[],
): PlannedChange[] =>
  plan.map((each) =>
    each.state === "ready" && each.warnings.some(({ kind }) => !accepted.includes(kind))
      ? { ...each, state: "held" }
      : each,
  )

/** The changes of a plan that can be sent. */
export const readyChanges = (plan: readonly PlannedChange[]): ReadyChange[] =>
  plan.filter((each) => each.state === "ready")

/** The changes of a plan that cannot be sent although they are desired. */
export const impossibleChanges = (plan: readonly PlannedChange[]) =>
  plan.filter(({ state }) => state === "conflict" || state === "refused")

/** The patches of a plan in the order in which they can be sent: moves at the top of the tree first. */
export function editsOf(plan: readonly PlannedChange[], basis: PlanBasis): BatchEdit[] {
  const ready = readyChanges(plan)
  const { rules } = basis
  const ordered = rules
    ? orderMoves(ready, afterMoves(parentsNow(basis, rules), movesOf(ready)))
    : ready
  return ordered.map(({ id, patch }) => ({ recordId: id, patch }))
}

/** How many values a plan empties, by field. */
export function countClears(plan: readonly PlannedChange[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const change of readyChanges(plan).flatMap(({ changes }) => changes)) {
    const [field = ""] = change.path
    if (isClearing(change)) counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  return counts
}
