import {
  checkDepartment,
  type DepartmentProblem,
  type DepartmentSchemas,
  type Row,
} from "@/lib/catalogue"
import {
  diffDocuments,
  equalJson,
  type JsonObject,
  type PatchChange,
  patchBytesLimit,
  printPatch,
  readChanges,
} from "@/lib/json-patch"
import { isClearing } from "../../edits/change-place"
import { afterMoves, findCircularMoves, orderMoves, type Parents } from "./moves"

/** What one department shall become. */
export interface Aim {
  readonly id: string
  /** The record with the values that it shall have; undefined where they no longer fit it. */
  readonly reach: (current: JsonObject) => JsonObject | undefined
  /** Its line in a file. */
  readonly line?: number
}

/** Why a department cannot become what it shall. */
export type Obstacle = "gone" | "misfit" | "invalid" | "parent_unknown" | "circle" | "too_large"

interface Item {
  readonly id: string
  readonly name: string
  readonly line?: number
}

/** What would become of one department: a patch, nothing because it is so already, or nothing for a reason. */
export type DryRunItem =
  | (Item & {
      readonly state: "changes"
      readonly changes: readonly PatchChange[]
      readonly patch: string
      readonly before: Row
      /** Values that stay as they are and should not be: the platform may refuse every change for them. */
      readonly doubts: readonly DepartmentProblem[]
    })
  | (Item & { readonly state: "same" })
  | (Item & {
      readonly state: "impossible"
      readonly obstacle: Obstacle
      readonly problems: readonly DepartmentProblem[]
      /** The values that were wanted. */
      readonly wanted: Row
    })

/** What a dry run judges by: the records as they are now, the tree around them, and what values may be. */
export interface DryRunWorld {
  readonly records: ReadonlyMap<string, Row>
  readonly parents: Parents
  readonly schemas: DepartmentSchemas
}

type Impossible = Extract<DryRunItem, { state: "impossible" }>

type Judged =
  | Exclude<DryRunItem, { state: "changes" }>
  | (Item & {
      readonly state: "aimed"
      readonly before: JsonObject
      readonly after: JsonObject
      readonly doubts: readonly DepartmentProblem[]
    })

const changedFields = (before: JsonObject, after: JsonObject): JsonObject =>
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

function judge({ id, line, reach }: Aim, { records, schemas, parents }: DryRunWorld): Judged {
  const record = records.get(id)
  const item = { id, name: `${record?.["name"] ?? id}`, ...(line !== undefined && { line }) }
  const impossible = (
    obstacle: Obstacle,
    more: Partial<Pick<Impossible, "problems" | "wanted">> = {},
  ) => ({ ...item, state: "impossible", obstacle, problems: [], wanted: {}, ...more }) as const
  if (!record) return impossible("gone")
  const wanted = reach(record)
  if (!wanted) return impossible("misfit")
  const { values, problems } = checkDepartment(schemas, changedFields(record, wanted))
  if (problems.length > 0) return impossible("invalid", { problems, wanted })
  const changed = changedFields(record, values)
  if (Object.keys(changed).length === 0) return { ...item, state: "same" }
  const parentId = changed["parentId"]
  if (typeof parentId === "string" && !parents.has(parentId)) return impossible("parent_unknown")
  const doubts = findDoubts(schemas, record, changed)
  return { ...item, state: "aimed", before: record, after: { ...record, ...changed }, doubts }
}

const parentIn = (record: Row): string | null =>
  typeof record["parentId"] === "string" ? record["parentId"] : null

/** The tree with what the records say by now. */
const parentsNow = ({ parents, records }: DryRunWorld): Parents =>
  new Map([...parents, ...[...records].map(([id, record]) => [id, parentIn(record)] as const)])

function conclude(judged: Judged, circular: ReadonlySet<string>): DryRunItem {
  if (judged.state !== "aimed") return judged
  const { before, after, doubts, state: _, ...item } = judged
  const impossible = (obstacle: Obstacle) =>
    ({ ...item, state: "impossible", obstacle, problems: [], wanted: after }) as const
  if (circular.has(item.id)) return impossible("circle")
  const operations = diffDocuments(before, after)
  const patch = printPatch(operations)
  if (new TextEncoder().encode(patch).length > patchBytesLimit) return impossible("too_large")
  return { ...item, state: "changes", changes: readChanges(operations), patch, before, doubts }
}

const movesOf = (judged: readonly Judged[]): Parents =>
  new Map(
    judged.flatMap((each) =>
      each.state === "aimed" && parentIn(each.before) !== parentIn(each.after)
        ? [[each.id, parentIn(each.after)] as const]
        : [],
    ),
  )

/**
 * What would become of each department, in the order of the aims; nothing is sent. Moves are judged
 * together, as they will stand in the tree when all of them are done.
 */
export function planDryRun(aims: readonly Aim[], world: DryRunWorld): DryRunItem[] {
  const judged = aims.map((aim) => judge(aim, world))
  const circular = findCircularMoves(parentsNow(world), movesOf(judged))
  return judged.map((each) => conclude(each, circular))
}

/** The changes of a dry run in the order in which they can be sent: those at the top of the tree first. */
export function changesToSend(items: readonly DryRunItem[], world: DryRunWorld) {
  const changes = items.filter((item) => item.state === "changes")
  const moves = changes.flatMap(({ id, changes: each }) =>
    each.flatMap(({ path, after }) =>
      path.join() === "parentId" ? [[id, typeof after === "string" ? after : null] as const] : [],
    ),
  )
  return orderMoves(changes, afterMoves(parentsNow(world), new Map(moves)))
}

/** How many values a dry run empties, by field. */
export function countClears(items: readonly DryRunItem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items)
    for (const change of item.state === "changes" ? item.changes : []) {
      const [field = ""] = change.path
      if (isClearing(change)) counts.set(field, (counts.get(field) ?? 0) + 1)
    }
  return counts
}
