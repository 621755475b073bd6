import { randomUUID } from "node:crypto"
import {
  type Catalogue,
  findOperation,
  type ListOperation,
  type PathParameters,
  type Row,
  type SingleOperation,
} from "../../catalogue"
import {
  createListReader,
  isUpstreamError,
  type ListReader,
  type Ticket,
  type Upstream,
  UpstreamError,
  type UpstreamErrorCode,
} from "../../platform"
import {
  defaultPolicy,
  type HeldList,
  type ListStore,
  type SyncedList,
  type SyncLists,
} from "../../records"
import { type CopyKey, changeKey, copyKey } from "./copy-key"
import { copySegment } from "./copy-segment"
import { nextKind, planRun, startBefore } from "./plan-run"
import { floorOf } from "./progress"

/** How lists are copied; times in milliseconds. */
export interface CopyRule {
  /** Intervals of one list that are read at the same time. */
  readonly segments: number
  /** Whether the next page is read while one is stored; a process that is killed then reads two again. */
  readonly readsAhead: boolean
  /** How many pages are stored in one transaction: more than one where a page read twice costs nothing. */
  readonly pagesAtOnce: number
  readonly overlapMs: number
  /** After how long everything is compared again. */
  readonly checkMs: number
  /** The first wait after a failure; each later one is twice that. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /** The longest wait that an error may ask for: where there is a quota it holds calls back by itself, for as long as the platform says. */
  readonly maxRequestedMs: number
  /** Failed tries without a new page after which a list has failed. */
  readonly tries: number
  /** How long a second lasts of those that an error asks to wait. */
  readonly secondMs: number
  /** How lists are copied that nobody has ordered; undefined: there are none. */
  readonly automatic?: AutomaticRule | undefined
}

export interface AutomaticRule {
  /** How many lists move at once at all instances together. */
  readonly maxLists: number
  /** How many pages of a list are copied before others get their turn. */
  readonly maxPages: number
  /** The operations whose lists are long: their newest interval is copied first. */
  readonly newestFirst: ReadonlySet<string>
  /** At how many days before now their time is cut. */
  readonly cutDays: readonly number[]
}

/** Told of what holds a list up. */
export interface SyncLog {
  putOff(fault: { operation: string; code: string; error: unknown }): void
  /** Told of faults of the dashboard's own. */
  complain(error: unknown): void
}

export interface SyncParts {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly apiUrl: string
  readonly lists: SyncLists
  /** Stores a record that was read by its id, or removes what the platform has no more; false where its list has not brought it yet. */
  readonly saveRecord: (of: CopiedRecord, record: Row | undefined) => Promise<boolean>
  readonly storeOf: (operation: ListOperation, parameters: PathParameters) => Promise<ListStore>
  readonly clock: () => number
  readonly log: SyncLog
  readonly rule: CopyRule
  /** Called when a run has come to its end; what it throws is complained of. */
  readonly afterRun?: ((list: Pick<Work, "operation" | "parameters">) => Promise<void>) | undefined
}

/** A record that is copied by its id. */
export interface CopiedRecord {
  readonly operation: SingleOperation
  readonly parameters: PathParameters
}

/** Faults that no waiting mends: a person has to. */
const lasting: readonly UpstreamErrorCode[] = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "upstream_forbidden",
]

/** The list operation of a stored list; throws where this catalogue has none. */
export function requireList(catalogue: Catalogue, id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new UpstreamError("not_found", { reason: "no_such_list" })
  return operation
}

/** The list, or the record that is read by its id; throws where this catalogue has none. */
export function requireCopied(catalogue: Catalogue, id: string): ListOperation | SingleOperation {
  const operation = findOperation(catalogue, id)
  return operation?.kind === "single" ? operation : requireList(catalogue, id)
}

const dayMs = 86_400_000

/** Clocks differ, and calendars show what is half an hour old. */
const skewMs = 2 * 3_600_000

/** One list as an instance works on it. */
interface Work {
  readonly held: HeldList
  readonly list: SyncedList
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly key: CopyKey | undefined
  readonly changes: CopyKey | undefined
  readonly store: ListStore
  readonly reader: ListReader
}

type OpenRun = NonNullable<SyncedList["run"]>

/** Works on lists for one holder: `sync` brings one to the end of its run, or puts it off. */
export function createSync(parts: SyncParts, holder: string) {
  const { catalogue, lists, storeOf, clock, log, rule } = parts

  /** Automatic lists are read as a whole while they have one page, or nobody knows how many. */
  function planBy({ list, operation }: Pick<Work, "list" | "operation">) {
    const { newestFirst, cutDays = [] } = rule.automatic ?? {}
    const isLong = !list.isAutomatic || newestFirst?.has(operation.id) === true
    const isOnePage = list.checkedAt === null || list.rows < operation.limit.maximum
    const isCut = isLong && list.isAutomatic
    return {
      isShort: !isLong && isOnePage,
      newestFirst: isCut ? { now: clock(), cutDays } : undefined,
    }
  }

  /** Whether no interval of the run is left; else the list's next turn goes on with it. */
  const isRead = async ({ id }: HeldList) =>
    (await lists.read(id))?.segments.every(({ place }) => place === null) === true

  /** From when on rows of the list are kept, ISO 8601 to the microsecond; null: all. */
  async function keptFromOf({ operation, key }: Pick<Work, "operation" | "key">) {
    if (!key) return null
    const { retentionDays } = (await lists.policies()).get(operation.id) ?? defaultPolicy
    if (retentionDays === null) return null
    return startBefore(new Date(clock()).toISOString(), retentionDays * dayMs)
  }

  /** Removes rows that are older than they are to be kept, and ends the run. */
  async function finish({ held, key, operation, store }: Work, { id, kind }: OpenRun) {
    const keptFrom = await keptFromOf({ operation, key })
    const trimmed = key && keptFrom !== null ? await store.trim(held, key.property, keptFrom) : 0
    const { segments = [] } = (await lists.read(held.id)) ?? {}
    const planned = floorOf(segments)
    if (kind === "full") await store.analyze()
    // Counted, for a remove that broke off has taken rows that no run has.
    const rows = kind === "incremental" && trimmed === 0 ? undefined : await store.count()
    const known = [keptFrom, planned].flatMap((time) => time ?? []).toSorted()
    await lists.finish(held, id, {
      rows,
      checkAgainMs: rule.checkMs,
      keptFrom: known.at(-1) ?? null,
    })
  }

  /** The list as its run is to go on with; undefined where it is not this holder's any more. */
  async function openRun(work: Work) {
    const { held, list, operation, key, changes, store, reader } = work
    const { isShort, newestFirst } = planBy(work)
    if (list.isOutdated && !(await store.clear(held))) return undefined
    if (!list.run?.isOpen)
      await lists.beginRun(held, nextKind(list, { key, isShort, now: clock() }))
    const { run } = (await lists.read(held.id)) ?? list
    if (!run?.isOpen) return undefined
    if (!run.isPlanned) {
      const { overlapMs, segments: maxSegments } = rule
      const since = list.syncedUntil && startBefore(list.syncedUntil.toISOString(), skewMs)
      const keptFrom = await keptFromOf(work)
      const by = { key, changes, since, overlapMs, maxSegments, isShort, newestFirst, keptFrom }
      const plan = { ...by, operation, reader, readKeyEnds: store.readKeyEnds }
      const segments = await planRun(plan, run.kind)
      const isEmpty = await store.isEmpty()
      await lists.planRun(held, run.id, { segments, isEmpty, calls: reader.takeCalls() })
    }
    const planned = await lists.read(held.id)
    return planned?.run?.id === run.id && planned.run.isPlanned ? planned : undefined
  }

  async function copy(work: Work, stop: AbortController): Promise<void> {
    const now = await openRun(work)
    if (!now?.run) return
    const { held, store } = work
    const { id: run } = now.run
    const { readsAhead, pagesAtOnce } = rule
    const { isAutomatic } = work.list
    const maxPages = isAutomatic ? rule.automatic?.maxPages : undefined
    const segments = { ...work, pages: store.pages, readsAhead, pagesAtOnce, maxPages }
    const open = now.segments.filter(({ place }) => place !== null)
    const ends = (isAutomatic ? open.slice(0, 1) : open).map((segment) =>
      copySegment(segments, { run, holder, segment }),
    )
    // The others stop where they are when one fails, before anybody takes the list again.
    const causes: unknown[] = []
    const stopOthers = (error: unknown) => {
      causes.push(error)
      stop.abort()
    }
    for (const end of ends) end.catch(stopOthers)
    const outcomes = await Promise.allSettled(ends)
    if (causes.length > 0) throw causes[0]
    if (outcomes.some((each) => each.status === "fulfilled" && !each.value)) return
    if (!(await isRead(held))) return isAutomatic ? undefined : copy(work, stop)
    await finish(work, now.run)
    await parts.afterRun?.(work).catch(log.complain)
  }

  /** Reads the record, undefined where there is none. */
  async function readRecord({ operation, parameters }: CopiedRecord, ticket: Ticket) {
    const search = new URLSearchParams()
    const request = { operation, parameters, scope: "all", search, following: false } as const
    try {
      const answer = await parts.upstream.read({ ...request, ticket, requestId: randomUUID() })
      return answer.envelope.data as Row
    } catch (error) {
      if (isUpstreamError(error) && error.code === "not_found") return undefined
      throw error
    }
  }

  /** One call brings the whole record: a run without intervals. */
  async function copyRecord(
    record: CopiedRecord,
    { held, list, ticket }: Pick<Work, "held" | "list"> & { readonly ticket: Ticket },
  ): Promise<void> {
    if (!list.run?.isOpen) await lists.beginRun(held, list.checkedAt === null ? "full" : "recheck")
    const { run } = (await lists.read(held.id)) ?? list
    if (!run?.isOpen) return
    const found = await readRecord(record, ticket)
    if (!(await parts.saveRecord(record, found)))
      return lists.putOff(held, { calls: 1, reason: "not_copied", waitMs: rule.maxPauseMs })
    await lists.planRun(held, run.id, { segments: [], isEmpty: false, calls: 1 })
    await lists.finish(held, run.id, {
      rows: found ? 1 : 0,
      checkAgainMs: rule.checkMs,
      keptFrom: null,
    })
  }

  /** Lets the list rest, or fail where no rest helps. */
  async function putOff(held: HeldList, list: SyncedList, calls: number, error: unknown) {
    const code = isUpstreamError(error) ? error.code : "internal"
    log.putOff({ operation: list.operation, code, error })
    const { failures } = (await lists.read(held.id)) ?? list
    const isOver = lasting.some((each) => each === code) || failures + 1 >= rule.tries
    if (isOver) return lists.fail(held, { calls, reason: code })
    const pauseMs = Math.min(rule.pauseMs * 2 ** Math.min(failures, 10), rule.maxPauseMs)
    const requested = isUpstreamError(error) ? (error.retryAfter ?? 0) * rule.secondMs : 0
    const waitMs = Math.max(pauseMs, Math.min(requested, rule.maxRequestedMs))
    await lists.putOff(held, { calls, reason: code, waitMs })
  }

  return {
    async sync(id: string, signal: AbortSignal): Promise<void> {
      const list = await lists.read(id)
      if (!list || signal.aborted) return
      const held = { id, holder }
      const stop = new AbortController()
      const leave = () => stop.abort()
      signal.addEventListener("abort", leave)
      let reader: ListReader | undefined
      try {
        const operation = requireCopied(catalogue, list.operation)
        const parameters = JSON.parse(list.parameters) as PathParameters
        const ticket = { priority: "sync", signal: stop.signal } as const
        if (operation.kind === "single") {
          await copyRecord({ operation, parameters }, { held, list, ticket })
          return
        }
        const key = copyKey(catalogue, operation)
        const changes = changeKey(catalogue, operation)
        const store = await storeOf(operation, parameters)
        const source = { ...parts, operation, parameters, scope: "all", ticket } as const
        reader = createListReader({ ...source, upstream: parts.upstream })
        await copy({ held, list, operation, parameters, key, changes, store, reader }, stop)
      } catch (error) {
        const calls = reader?.takeCalls() ?? 0
        if (signal.aborted) await lists.countCalls(held, calls)
        else await putOff(held, list, calls, error)
      } finally {
        signal.removeEventListener("abort", leave)
      }
    },
  }
}
