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

/**
 * In order of urgency: what names need, what is read daily, lists under the newest records, older
 * windows of long lists (30), languages of posts, events and the like, and lists under other
 * records, newest first.
 */
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
  /** Minimum interval between two syncs, in minutes. */
  readonly everyMinutes: number
}

/** How often and how urgently each operation's lists are copied automatically. */
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

/** Applies to operations without a rule. */
const otherLists: ListRule = { rank: "under", everyMinutes: 240 }

/** Keeps every copy younger than a day, including the tenth by which schedules vary. */
const maxMinutes = 20 * 60
/** The share of a day's calls that the scheduled lists of one operation may use. */
const operationShare = 0.2
const dayMs = 86_400_000

/**
 * A record that a path can lead through: its ids from the outermost on, and when it was created.
 */
export interface KnownParent {
  readonly ids: readonly string[]
  readonly createdAt: number | undefined
  readonly changedAt: number | undefined
}

const unknownTimes = { createdAt: undefined, changedAt: undefined }

/** All records that paths can lead through, by kind. */
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

/** Merges what the workspace names and what is copied, without duplicates. */
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

/** The kinds that have lists under them and are listed records themselves. */
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
  /** Calls that automatic copies may make in a day; undefined if calls are free. */
  readonly dailyCalls: number | undefined
  /** Policies that administrators have set for operations. */
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

/** Ages in days from which lists under a record come later; newest first. */
const ages = [14, 30, 90] as const
/** Lists under this many of the newest records of a kind come before others. */
const newestRecords = 60

/**
 * The lists of one operation, scheduled by its policy. Without a policy, lists under records
 * created within 14 days are read as often as the rule says, those under older records daily, and
 * all no more often than the daily calls allow.
 */
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

/** All lists to copy automatically, and all records to read by id. */
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
  /** Calls that copies may make in a day; undefined if calls are free. */
  readonly dailyCalls: number | undefined
  readonly clock: () => number
  /** Called on each fault. */
  readonly complain: (error: unknown) => void
}

/**
 * Schedules copies of all lists that are reachable now, and removes those that administrators have
 * excluded.
 */
export async function keepCopies(parts: AutomaticParts): Promise<void> {
  const { catalogue, replica, dailyCalls, clock } = parts
  // Lists under records are only complete if the lists above were complete before they were read.
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

/** Plans copies now and then 30 s after each run; returns a function that stops it. */
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
