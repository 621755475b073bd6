import {
  type Catalogue,
  copySource,
  type ListOperation,
  listOperations,
  type PathParameters,
  parentOperations,
  type SingleOperation,
  singleOperations,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { Timing } from "../../platform"
import { type CopiedParent, dailyRank } from "../../records"
import type { DesiredList, Replica, StoredPolicy } from "./replica"

/** In the order in which people look: what names need, what is read daily, what lies under the newest records, the older windows of long lists (30), the languages of posts, events and the like, and what lies under the others, the newest first. */
const ranks = {
  names: 0,
  reviews: 10,
  figures: 12,
  daily: 14,
  newest: dailyRank,
  texts: 35,
  named: 40,
  under: 50,
} as const

interface ListRule {
  readonly rank: keyof typeof ranks
  /** How often at most, in minutes. */
  readonly everyMinutes: number
}

/** How the lists of each operation are copied by themselves. */
const rules: { readonly [operation: string]: ListRule } = {
  departments: { rank: "names", everyMinutes: 15 },
  "user-custom-fields": { rank: "names", everyMinutes: 15 },
  "notification-channels": { rank: "names", everyMinutes: 15 },
  highscores: { rank: "names", everyMinutes: 15 },
  calendars: { rank: "names", everyMinutes: 15 },
  "calendar-categories": { rank: "names", everyMinutes: 15 },
  "content-posts": { rank: "names", everyMinutes: 15 },
  "communication-template": { rank: "names", everyMinutes: 240 },
  "stage-reviews": { rank: "reviews", everyMinutes: 15 },
  "data-points": { rank: "figures", everyMinutes: 15 },
  "course-participations": { rank: "daily", everyMinutes: 15 },
  "question-participations": { rank: "daily", everyMinutes: 15 },
  "calendar-event": { rank: "named", everyMinutes: 240 },
  "highscore-levels": { rank: "named", everyMinutes: 240 },
  "content-views": { rank: "under", everyMinutes: 60 },
  "content-post": { rank: "texts", everyMinutes: 240 },
  "comment-reactions": { rank: "under", everyMinutes: 60 },
  "feedback-comments": { rank: "under", everyMinutes: 60 },
}

/** What no rule speaks of. */
const otherLists: ListRule = { rank: "under", everyMinutes: 240 }

/** Nothing is older than a day, the tenth included by which schedules differ. */
const maxMinutes = 20 * 60
/** The share of the calls of a day that the lists of one operation may cost by their schedule. */
const operationShare = 0.2
const dayMs = 86_400_000

/** What a path may lead through: the ids from the outermost on, and when it was made. */
export interface KnownParent {
  readonly ids: readonly string[]
  readonly createdAt: number | undefined
  readonly changedAt: number | undefined
}

const unknownTimes = { createdAt: undefined, changedAt: undefined }

/** All that paths may lead through, by kind. */
export type KnownParents = ReadonlyMap<string, readonly KnownParent[]>

function addNamed(
  found: Map<string, Map<string, KnownParent>>,
  entries: readonly WorkspaceEntry[],
  above: readonly string[],
): void {
  for (const { kind, id, children } of entries) {
    const ids = [...above, id]
    const ofKind = found.get(kind) ?? new Map<string, KnownParent>()
    ofKind.set(ids.join(), { ids, ...unknownTimes })
    found.set(kind, ofKind)
    addNamed(found, children, ids)
  }
}

/** What the workspace names and what is copied, each once. */
export function knownParents(
  workspace: Workspace,
  copied: ReadonlyMap<string, readonly CopiedParent[]>,
): KnownParents {
  const found = new Map<string, Map<string, KnownParent>>()
  addNamed(found, workspace.entries, [])
  for (const [kind, parents] of copied) {
    const ofKind = found.get(kind) ?? new Map<string, KnownParent>()
    for (const { ids, createdAt, changedAt } of parents) {
      const times = { createdAt: createdAt?.getTime(), changedAt: changedAt?.getTime() }
      ofKind.set(ids.join(), { ids, ...times })
    }
    found.set(kind, ofKind)
  }
  return new Map([...found].map(([kind, parents]) => [kind, [...parents.values()]]))
}

/** The kinds under which lists lie and which are records that are listed themselves. */
export const listedParentKinds = (from: Catalogue): string[] => {
  const records = new Set(listOperations(from).map(({ record }) => record))
  const kinds = listOperations(from).flatMap(({ parameters }) =>
    Object.values(parameters).slice(-1),
  )
  return [...new Set(kinds)].filter((kind) => records.has(kind))
}

interface DesiredParts {
  readonly catalogue: Catalogue
  readonly parents: KnownParents
  /** Milliseconds since 1970. */
  readonly now: number
  /** Calls that automatic copies may make in a day; undefined where calls cost nothing. */
  readonly dailyCalls: number | undefined
  /** What administrators have said of operations. */
  readonly policies: ReadonlyMap<string, StoredPolicy>
}

type CopiedOperation = ListOperation | SingleOperation

function pathsOf({ parameters }: CopiedOperation, parents: KnownParents): readonly KnownParent[] {
  const kind = Object.values(parameters).at(-1)
  if (kind === undefined) return [{ ids: [], ...unknownTimes }]
  const { length } = Object.keys(parameters)
  const oldest = Number.NEGATIVE_INFINITY
  return (parents.get(kind) ?? [])
    .filter(({ ids }) => ids.length === length)
    .toSorted((one, other) => (other.createdAt ?? oldest) - (one.createdAt ?? oldest) || 0)
}

const toParameters = ({ parameters }: CopiedOperation, ids: readonly string[]): PathParameters =>
  Object.fromEntries(Object.keys(parameters).map((name, index) => [name, ids[index] ?? ""]))

/** From what age on lists under a record come later, the newest first; in days. */
const ages = [14, 30, 90] as const
/** Of how many of the newest records of a kind the lists come before others. */
const newestRecords = 60

/** The lists of one operation, as often as its policy says. Without one those under what was made within 14 days are read as often as the rule says, those under older records daily, and all as often as the calls of a day allow. */
function listsOf(operation: CopiedOperation, parts: DesiredParts): DesiredList[] {
  const { parents, now, dailyCalls, policies } = parts
  const own = policies.get(operation.id)?.everyMinutes
  const { rank, everyMinutes } = rules[operation.id] ?? otherLists
  const paths = pathsOf(operation, parents)
  const affordable =
    dailyCalls === undefined ? 0 : Math.ceil((paths.length * 1440) / (dailyCalls * operationShare))
  const usual = Math.max(everyMinutes, Math.min(affordable, maxMinutes))
  return paths.map(({ ids, createdAt = Number.NEGATIVE_INFINITY, changedAt }, place) => {
    const age = ages.filter((days) => now - createdAt > days * dayMs).length
    const isNewest = place < newestRecords && createdAt > Number.NEGATIVE_INFINITY
    const isUnder = rank === "under" || rank === "texts"
    return {
      operation: operation.id,
      parameters: toParameters(operation, ids),
      everyMinutes: own ?? (isUnder && age > 0 ? maxMinutes : usual),
      rank: isUnder ? (isNewest ? ranks.newest : ranks[rank] + age) : ranks[rank],
      changedAt: ids.length > 0 ? changedAt : undefined,
    }
  })
}

/** All lists that are copied without anybody's order, and all records that are read by their ids. */
export function desiredLists(parts: DesiredParts): DesiredList[] {
  const { catalogue, policies } = parts
  const sources = new Set(
    listOperations(catalogue).map((operation) => copySource(catalogue, operation)),
  )
  const all = [...sources, ...singleOperations(catalogue)]
  return all
    .filter(({ id }) => policies.get(id)?.isCopied !== false)
    .flatMap((operation) => listsOf(operation, parts))
}

interface AutomaticParts {
  readonly catalogue: Catalogue
  readonly replica: Pick<
    Replica,
    | "completeOperations"
    | "keepAutomatic"
    | "noteComplete"
    | "parents"
    | "policies"
    | "removeUnwanted"
  >
  readonly readWorkspace: () => Promise<Workspace>
  /** Calls that copies may make in a day; undefined where calls cost nothing. */
  readonly dailyCalls: number | undefined
  readonly clock: () => number
  /** Told of each fault. */
  readonly complain: (error: unknown) => void
}

/** Has all lists copied that paths lead to now, and removes what administrators do not want copied. */
export async function keepCopies(parts: AutomaticParts): Promise<void> {
  const { catalogue, replica, dailyCalls, clock } = parts
  // Lists under records are all known where these were all there before they are read.
  const before = await replica.completeOperations()
  const [workspace, copied, policies] = await Promise.all([
    parts.readWorkspace(),
    replica.parents(listedParentKinds(catalogue)),
    replica.policies(),
  ])
  const parents = knownParents(workspace, copied)
  await replica.keepAutomatic(
    desiredLists({ catalogue, parents, now: clock(), dailyCalls, policies }),
  )
  await replica.removeUnwanted()
  const known = new Set(before)
  const complete = (await replica.completeOperations()).filter(
    (id) => known.has(id) && parentOperations(catalogue, id).every((parent) => known.has(parent)),
  )
  await replica.noteComplete(complete)
}

const lookEveryMs = 30_000

const inRealTime: Timing["after"] = (ms, work) => {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

/** Looks for lists to copy now and, unless told otherwise, 30 s after each look; answers how to stop. */
export function startAutomaticCopies(
  parts: AutomaticParts,
  { everyMs = lookEveryMs, after = inRealTime }: { everyMs?: number; after?: Timing["after"] } = {},
): () => void {
  let isStopped = false
  let cancel = () => {}
  const look = async () => {
    await keepCopies(parts).catch(parts.complain)
    if (!isStopped) cancel = after(everyMs, look)
  }
  void look()
  return () => {
    isStopped = true
    cancel()
  }
}
