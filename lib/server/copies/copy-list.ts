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
  type SyncKind,
  type SyncLists,
  type SyncRun,
  type SyncWindow,
} from "../../records"
import { type CopyKey, changeKey, copyKey } from "./copy-key"
import { closePage, firstPage, planWindows, startBefore } from "./windows"

/** How lists are copied; times in milliseconds. */
export interface CopyRule {
  /** Number of pages after which other lists get their turn. */
  readonly pagesATurn: number
  /**
   * How far before the newest known record an incremental copy begins, or before the last run if
   * that record is dated later.
   */
  readonly overlapMs: number
  /** Interval between full comparisons. */
  readonly checkMs: number
  /** The first wait after a failure; each further failure doubles it. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /**
   * The longest wait that an error may request. With a quota, the governor holds calls back itself,
   * for as long as the platform asks.
   */
  readonly maxRequestedMs: number
  /** Failed tries without a new page before a list fails. */
  readonly tries: number
  /** How many milliseconds to wait per second that an error requests. */
  readonly secondMs: number
}

/** Called with what delays a list. */
export interface SyncLog {
  putOff(fault: { operation: string; code: string; error: unknown }): void
  /** Called with faults of the dashboard itself. */
  complain(error: unknown): void
}

/** A record copied by its id. */
export interface CopiedRecord {
  readonly operation: SingleOperation
  readonly parameters: PathParameters
}

export interface SyncParts {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly apiUrl: string
  readonly lists: SyncLists
  /**
   * Stores a record that was read by its id, or removes it if the platform no longer has it; false
   * if its list has not been copied that far yet.
   */
  readonly saveRecord: (of: CopiedRecord, record: Row | undefined) => Promise<boolean>
  readonly storeOf: (operation: ListOperation, parameters: PathParameters) => ListStore
  readonly clock: () => number
  readonly log: SyncLog
  readonly rule: CopyRule
  /** Called when a run has completed; its errors are logged. */
  readonly afterRun?: ((list: Pick<Work, "operation" | "parameters">) => Promise<void>) | undefined
}

/** Errors that a retry does not fix: somebody has to act. */
const lasting: readonly UpstreamErrorCode[] = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "upstream_forbidden",
]

/** The list operation of a stored list; throws if this catalogue lacks it. */
export function requireList(catalogue: Catalogue, id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new UpstreamError("not_found", { reason: "no_such_list" })
  return operation
}

/** The list, or the record read by id; throws if this catalogue lacks it. */
export function requireCopied(catalogue: Catalogue, id: string): ListOperation | SingleOperation {
  const operation = findOperation(catalogue, id)
  return operation?.kind === "single" ? operation : requireList(catalogue, id)
}

/** Lists whose newest window is copied first. */
const longLists = new Set(["data-points", "course-participations", "question-participations"])
/** The days before now at which the time of long lists is split. */
const cutDays = [90, 365, 730]
const dayMs = 86_400_000
/** Clocks differ, and calendars lag by half an hour. */
const skewMs = 2 * 3_600_000
/**
 * Longer lists are only compared as a whole on request: the comparison would delay new rows for too
 * long.
 */
const maxComparedRows = 1_000_000

const isOpen = ({ isRead }: SyncWindow) => !isRead

/** A value that the database cannot store is an invalid response of the platform. */
function refuseUnstorable(error: unknown): never {
  const isState = error instanceof Error && "code" in error && `${error.code}`.startsWith("22")
  if (!isState && !(error instanceof TypeError)) throw error
  throw new UpstreamError("upstream_invalid", { reason: "unstorable", cause: error })
}

/** A list as an instance works on it. */
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

/**
 * Syncs lists for one holder: `sync` reads a list some pages further or to the end of its run, or
 * postpones it.
 */
export function createSync(parts: SyncParts, holder: string) {
  const { catalogue, lists, storeOf, clock, log, rule } = parts

  /**
   * The time from which rows of the list are retained, ISO 8601 with microseconds; null for all.
   */
  async function keptFromOf({ operation, key }: Work) {
    const { retentionDays } = (await lists.policies()).get(operation.id) ?? defaultPolicy
    return key && retentionDays !== null ? startBefore(clock(), retentionDays * dayMs) : null
  }

  /**
   * The time from which to look for new records. A record dated in the future does not hide those
   * added since.
   */
  async function newSince({ list, store, key }: Work) {
    const last = key && (await store.readLastKey(key.property))
    if (!last) return null
    return startBefore(Math.min(Date.parse(last), list.syncedUntil?.getTime() ?? 0), rule.overlapMs)
  }

  function kindOf({ list, key }: Work, isWhole: boolean): SyncKind {
    if (list.checkedAt === null) return "full"
    const { checkAt, rows, wantsCheck } = list
    const isCheckDue = checkAt !== null && checkAt.getTime() <= clock() && rows <= maxComparedRows
    return wantsCheck || isCheckDue || isWhole || !key ? "recheck" : "incremental"
  }

  /**
   * Plans a new run, or replans the current one. A list is read as a whole if it fits on one page
   * or its size is unknown.
   */
  async function plan(work: Work, isLong: boolean): Promise<SyncRun | undefined> {
    const { held, list, operation, key, changes } = work
    const keptFrom = await keptFromOf(work)
    const isOnePage = list.checkedAt === null || list.rows < operation.limit.maximum
    const isWhole = !isLong && isOnePage && keptFrom === null
    const kind = list.run?.kind ?? kindOf(work, isWhole)
    const windows = planWindows({
      kind,
      key: isWhole ? undefined : key,
      changes,
      newSince: kind === "incremental" ? await newSince(work) : null,
      editedSince: list.syncedUntil && startBefore(list.syncedUntil.getTime(), skewMs),
      cutDays: longLists.has(operation.id) ? cutDays : [],
      now: clock(),
      keptFrom,
    })
    await lists.beginRun(held, kind, windows)
    return (await lists.read(held.id))?.run ?? undefined
  }

  /** Removes rows past their retention and ends the run. */
  async function finish(work: Work, run: SyncRun) {
    const { held, key, store } = work
    const keptFrom = await keptFromOf(work)
    if (key && keptFrom !== null) await store.trim(held, key.property, keptFrom)
    if (run.kind === "full") await store.analyze()
    const lowers = run.windows.flatMap(({ span, lower }) => (span === "time" ? [lower] : []))
    const read = lowers.includes(null) ? null : (lowers.toSorted()[0] ?? null)
    await lists.finish(held, {
      // Counted, because an interrupted removal has deleted rows that no run accounts for.
      rows: run.kind === "incremental" && keptFrom === null ? undefined : await store.count(),
      checkAgainMs: rule.checkMs,
      keptFrom:
        [keptFrom, read]
          .flatMap((time) => time ?? [])
          .toSorted()
          .at(-1) ?? null,
    })
    await parts.afterRun?.(work).catch(log.complain)
  }

  /**
   * Reads a window from its current position: to its end, or to the first page after the turn's
   * last that closes rows. Rows with the same key wait in memory for the next page; after an
   * expired cursor, or in another process, reading resumes at them. Undefined if the holder has
   * lost the list.
   */
  async function readWindow(work: Work, begun: SyncRun, pagesLeft: number) {
    const { held, operation, store, reader } = work
    const number = begun.windows.findIndex(isOpen)
    let run: SyncRun | undefined = begun
    let waited: readonly Row[] = []
    let [before] = begun.windows.slice(number)
    const key = before?.span === "changed" ? work.changes : work.key
    let position = before ? firstPage(operation, key, before) : null
    const seen = new Set<string>()
    let expired: { readonly openKey: string | null; readonly waited: number } | undefined
    while (run && before && position) {
      try {
        const page = await reader.read(position, seen)
        if (before.span === "whole" && work.key && page.next) return plan(work, true)
        const { after, closed, waiting } = closePage(key, before, { waited, page })
        const saved = { number, before, after, closed, calls: reader.takeCalls() }
        run = await store.savePage(held, saved).catch(refuseUnstorable)
        const isOver = closed && run && run.pages - begun.pages >= pagesLeft
        position = isOver ? null : page.next
        ;[before, waited] = [after, waiting]
      } catch (error) {
        if (!isUpstreamError(error) || error.code !== "cursor_expired") throw error
        // Without this check, a cursor that expires before a new row arrives would be requested
        // again forever.
        const { openKey } = before
        if (expired?.openKey === openKey && waited.length <= expired.waited) throw error
        expired = { openKey, waited: waited.length }
        ;[position, waited] = [firstPage(operation, key, before), []]
        seen.clear()
      }
    }
    return run
  }

  /**
   * Reads for one turn; for long lists one window, so that the newest rows of all lists come before
   * the rest.
   */
  async function copy(work: Work): Promise<void> {
    const isLong = longLists.has(work.operation.id)
    const begun = work.list.run ?? (await plan(work, isLong))
    const pagesOf = (run: SyncRun) => run.pages - (begun?.pages ?? 0)
    const hasTurn = (run: SyncRun) => run === begun || (!isLong && pagesOf(run) < rule.pagesATurn)
    let run = begun
    while (run?.windows.some(isOpen) && hasTurn(run))
      run = await readWindow(work, run, rule.pagesATurn - pagesOf(run))
    if (run && !run.windows.some(isOpen)) await finish(work, run)
  }

  /** Reads the record; undefined if it does not exist. */
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

  /** Reads the whole record in one call: a run without windows. */
  async function copyRecord(
    record: CopiedRecord,
    { held, list, ticket }: Pick<Work, "held" | "list"> & { readonly ticket: Ticket },
  ): Promise<void> {
    await lists.beginRun(held, list.checkedAt === null ? "full" : "recheck", [])
    const found = await readRecord(record, ticket)
    const isSaved = await parts.saveRecord(record, found)
    if (!isSaved)
      return lists.putOff(held, { calls: 1, reason: "not_copied", waitMs: rule.maxPauseMs })
    await lists.countCalls(held, 1)
    const rows = found ? 1 : 0
    await lists.finish(held, { rows, checkAgainMs: rule.checkMs, keptFrom: null })
  }

  /** Postpones the list, or fails it if waiting does not help. */
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
      let reader: ListReader | undefined
      try {
        const operation = requireCopied(catalogue, list.operation)
        const parameters = JSON.parse(list.parameters) as PathParameters
        const ticket = { priority: "sync", signal } as const
        if (operation.kind === "single") {
          await copyRecord({ operation, parameters }, { held, list, ticket })
          return
        }
        const source = { ...parts, operation, parameters, scope: "all", ticket } as const
        reader = createListReader(source)
        const keys = {
          key: copyKey(catalogue, operation),
          changes: changeKey(catalogue, operation),
        }
        const store = storeOf(operation, parameters)
        await copy({ held, list, operation, parameters, ...keys, store, reader })
      } catch (error) {
        const calls = reader?.takeCalls() ?? 0
        if (signal.aborted) await lists.countCalls(held, calls)
        else await putOff(held, list, calls, error)
      }
    },
  }
}
