import type { Completeness, PathParameters } from "../../catalogue"
import type { SyncProgress } from "../../contract"
import type { WantedIndex } from "../../db"
import type {
  CopiedParent,
  CopiesState,
  CopyCoverage,
  CoverageQuestion,
  HourlyCalls,
  ListOrder,
  PastRun,
  StoredPolicy,
  SyncState,
} from "../../records"

export type { HourlyCalls, ListOrder, StoredPolicy } from "../../records"

/** A list of the catalogue under the things that its path names; parameters are guids in lower case. */
export interface CopiedList {
  readonly operation: string
  readonly parameters: PathParameters
}

/** The copy of one list: what it holds and what becomes of it; times are ISO 8601. */
export interface ListCopyStatus extends CopiedList {
  /** `/v1.4/dataSets/<guid>/dataPoints`. */
  readonly path: string
  readonly state: SyncState
  /** Running, but held up: by a fault, the quota, or other lists that go first. */
  readonly isWaiting: boolean
  /** The code of what holds it up or made it fail. */
  readonly reason: string | null
  readonly retryAt: string | null
  /** Rows that readers see, those of the run under way included. */
  readonly rows: number
  /** Whether a first copy has ever come to its end. */
  readonly isComplete: boolean
  /** When the last run began that came to its end: all that the platform had then is here. */
  readonly syncedUntil: string | null
  /** When everything was last compared. */
  readonly checkedAt: string | null
  /** Copied by itself, without anybody's order. */
  readonly isAutomatic: boolean
  /** Rows dated before it are not kept here; null: all are. */
  readonly keptFrom: string | null
  /** Whether a record has been edited in the dashboard that may not be here yet. */
  readonly isBehind: boolean
  /** Null: only when somebody asks for it. */
  readonly everyMinutes: number | null
  readonly nextAt: string | null
  readonly run: SyncProgress | null
  /** Who ordered it, as the identity names them, and their name then; null where that is not known. */
  readonly orderedBy: string | null
  readonly ordererName: string | null
}

/** What is known of copies that may stand for their lists. */
export type FreshCopy = Pick<
  ListCopyStatus,
  "path" | "isComplete" | "isBehind" | "syncedUntil" | "everyMinutes" | "keptFrom"
>

/** A list that is copied without anybody's order: how often, and before which others. */
export interface DesiredList extends CopiedList {
  readonly everyMinutes: number
  /** The lowest go first. */
  readonly rank: number
  /** When what it lies under was changed, in milliseconds since 1970: what was copied before is copied again at once. */
  readonly changedAt?: number | undefined
}

/** What reading the whole list will cost; null where nobody can tell yet: the platform gives no totals. */
export interface SyncEstimate {
  readonly calls: number | null
  readonly minutes: number | null
  readonly rowsPerCall: number
}

/**
 * Copies of the platform's lists in the dashboard's database, kept by all instances together: each list
 * is one instance's at a time. Methods that take a list answer undefined where it is not copied.
 */
export interface Replica {
  /** Begins to copy a list, or syncs it now, after the run under way where there is one; a list without a schedule of its own gets the usual one. */
  start(list: CopiedList): Promise<ListCopyStatus>
  /** The same for a person, whose list a new one is from then on; undefined where they have too many. */
  order(list: CopiedList, by: ListOrder): Promise<ListCopyStatus | undefined>
  /** Stops where it is, the schedule too. */
  pause(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Goes on from there; what has failed is tried again. */
  resume(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Ends the run under way; what it has copied stays. A list that is not complete then waits until it is started. */
  cancel(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Compares everything now, after the run under way where there is one. */
  recheck(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** How often it is synced by itself; null: never. */
  schedule(list: CopiedList, everyMinutes: number | null): Promise<ListCopyStatus | undefined>
  /** Says that a record has been edited: its copies are behind until they have been synced, which those that are synced by themselves are now. */
  scheduleNow(record: string): Promise<void>
  /** Has these lists copied without anybody's order. */
  keepAutomatic(lists: readonly DesiredList[]): Promise<void>
  /** The operations that have lists, of which none is still to come. */
  completeOperations(): Promise<readonly string[]>
  /** Remembers that all lists of operations have been there once: what comes later is read while the rest is shown. */
  noteComplete(operations: readonly string[]): Promise<void>
  /** How operations are copied, where an administrator has said so. */
  policies(): Promise<ReadonlyMap<string, StoredPolicy>>
  /** Has the lists of an operation copied so from now on; what is not kept any more goes with the next runs. */
  setPolicy(operation: string, policy: StoredPolicy): Promise<void>
  /** Removes the automatic lists whose operation is not to be copied. */
  removeUnwanted(): Promise<void>
  /** Has all lists of an operation read again now, within the budget. */
  refreshAll(operation: string): Promise<void>
  /** How all lists are together. */
  overview(): Promise<CopiesState>
  /** What copying has cost since so many days, by the hour. */
  calls(days: number): Promise<readonly HourlyCalls[]>
  /** The indexes that its tables are to have, once these are up to date. */
  wantedIndexes(): Promise<readonly WantedIndex[]>
  /** Bytes on disk with the indexes, by record. */
  tableSizes(): Promise<ReadonlyMap<string, number>>
  /** Forgets the list and its rows. */
  remove(list: CopiedList): Promise<boolean>
  /** The copied records of these kinds, under which lists lie, the newest first. */
  parents(kinds: readonly string[]): Promise<ReadonlyMap<string, readonly CopiedParent[]>>
  find(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** All lists, or those of one operation. */
  list(operation?: string): Promise<readonly ListCopyStatus[]>
  /** The lists, and the records that are read by their ids. */
  listAll(): Promise<readonly ListCopyStatus[]>
  /** The lists that are copied as a whole and whose last run began after that moment, in milliseconds since 1970. */
  wholeSince(moment: number): Promise<readonly FreshCopy[]>
  /** How much is copied of the lists of operations. */
  coverage(question: CoverageQuestion): Promise<CopyCoverage>
  /** Somebody looks at the lists of an operation, or at the one under the things named: those that are not complete go before others for a minute. */
  askFor(operation: string, parameters?: PathParameters): Promise<void>
  /** The last 50 runs, that under way first. */
  history(list: CopiedList): Promise<readonly PastRun[]>
  /** How far the copy goes; of a list that is not copied, `none`. */
  completeness(list: CopiedList): Promise<Completeness>
  estimate(list: CopiedList): Promise<SyncEstimate>
  /** Lets go of what is under way, for other instances to go on with. */
  stop(): Promise<void>
}
