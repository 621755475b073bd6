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

/** A list of the catalogue, with the ids in its path; parameters are lowercase guids. */
export interface CopiedList {
  readonly operation: string
  readonly parameters: PathParameters
}

/** The state of the copy of one list; times are ISO 8601. */
export interface ListCopyStatus extends CopiedList {
  /** `/v1.4/dataSets/<guid>/dataPoints`. */
  readonly path: string
  readonly state: SyncState
  /** Running, but delayed by an error, the quota, or lists of higher priority. */
  readonly isWaiting: boolean
  /** The error code that delays or failed it. */
  readonly reason: string | null
  readonly retryAt: string | null
  /** Rows visible to readers, including those of the current run. */
  readonly rows: number
  /** Whether a first run has ever completed. */
  readonly isComplete: boolean
  /** Start of the last completed run: the copy holds everything that the platform had then. */
  readonly syncedUntil: string | null
  /** When everything was last compared. */
  readonly checkedAt: string | null
  /** Copied automatically, without an order. */
  readonly isAutomatic: boolean
  /** Rows dated earlier are not retained; null if all are. */
  readonly keptFrom: string | null
  /** Whether a record was edited in the dashboard and the copy may not reflect it yet. */
  readonly isBehind: boolean
  /** Null: only on request. */
  readonly everyMinutes: number | null
  readonly nextAt: string | null
  readonly run: SyncProgress | null
  /** The `sub` of the person who ordered it, and their name at that time; null if unknown. */
  readonly orderedBy: string | null
  readonly ordererName: string | null
}

/** The state needed to decide whether a copy can replace its list. */
export type FreshCopy = Pick<
  ListCopyStatus,
  "path" | "isComplete" | "isBehind" | "syncedUntil" | "everyMinutes" | "keptFrom"
>

/** A list to copy automatically, with its interval and priority. */
export interface DesiredList extends CopiedList {
  readonly everyMinutes: number
  /** Lower ranks go first. */
  readonly rank: number
  /** When its parent changed, in milliseconds since 1970; an older copy is synced at once. */
  readonly changedAt?: number | undefined
}

/**
 * The estimated cost of reading the whole list; null if unknown, since the platform gives no
 * totals.
 */
export interface SyncEstimate {
  readonly calls: number | null
  readonly minutes: number | null
  readonly rowsPerCall: number
}

/**
 * Copies of the platform's lists in the dashboard's database, maintained by all instances together;
 * each list is leased to one instance at a time. Methods that take a list return undefined if it is
 * not copied.
 */
export interface Replica {
  /**
   * Starts copying a list, or syncs it now, after any current run; a list without a schedule gets
   * the default one.
   */
  start(list: CopiedList): Promise<ListCopyStatus>
  /** Same, for a person, who owns the list if it is new; undefined if they have too many. */
  order(list: CopiedList, by: ListOrder): Promise<ListCopyStatus | undefined>
  /** Stops at the current position and suspends the schedule. */
  pause(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Continues from the current position; retries a failed list. */
  resume(list: CopiedList): Promise<ListCopyStatus | undefined>
  /**
   * Ends the current run and keeps what it has copied. An incomplete list then waits until it is
   * started.
   */
  cancel(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Compares everything now, after any current run. */
  recheck(list: CopiedList): Promise<ListCopyStatus | undefined>
  /** Sets the sync interval; null disables it. */
  schedule(list: CopiedList, everyMinutes: number | null): Promise<ListCopyStatus | undefined>
  /**
   * Marks the copies of an edited record as behind until their next sync; scheduled copies sync at
   * once.
   */
  scheduleNow(record: string): Promise<void>
  /** Schedules these lists for automatic copying. */
  keepAutomatic(lists: readonly DesiredList[]): Promise<void>
  /** The operations that have lists, none of them pending. */
  completeOperations(): Promise<readonly string[]>
  /**
   * Records that all lists of these operations have been complete once; lists added later are read
   * while the rest is shown.
   */
  noteComplete(operations: readonly string[]): Promise<void>
  /** The policies that administrators have set, by operation. */
  policies(): Promise<ReadonlyMap<string, StoredPolicy>>
  /**
   * Sets the policy of an operation's lists; rows past the retention are removed by the next runs.
   */
  setPolicy(operation: string, policy: StoredPolicy): Promise<void>
  /** Removes automatic lists whose operation is excluded. */
  removeUnwanted(): Promise<void>
  /** Syncs all lists of an operation now, within the budget. */
  refreshAll(operation: string): Promise<void>
  /** The state of all lists together. */
  overview(): Promise<CopiesState>
  /** Calls made for copies in the last `days` days, by the hour. */
  calls(days: number): Promise<readonly HourlyCalls[]>
  /** The indexes to build on its tables, once these are up to date. */
  wantedIndexes(): Promise<readonly WantedIndex[]>
  /** Bytes on disk including indexes, by record. */
  tableSizes(): Promise<ReadonlyMap<string, number>>
  /** Deletes the list and its rows. */
  remove(list: CopiedList): Promise<boolean>
  /** The copied records of these kinds that have lists under them, newest first. */
  parents(kinds: readonly string[]): Promise<ReadonlyMap<string, readonly CopiedParent[]>>
  find(list: CopiedList): Promise<ListCopyStatus | undefined>
  list(operation?: string): Promise<readonly ListCopyStatus[]>
  /** All lists, and the records copied by id. */
  listAll(): Promise<readonly ListCopyStatus[]>
  /** The complete lists whose last run began after `moment`, in milliseconds since 1970. */
  wholeSince(moment: number): Promise<readonly FreshCopy[]>
  /** How much of the operations' lists is copied. */
  coverage(question: CoverageQuestion): Promise<CopyCoverage>
  /**
   * Called when somebody views the lists of an operation, or one of them: incomplete ones get
   * priority for one minute.
   */
  askFor(operation: string, parameters?: PathParameters): Promise<void>
  /** The last 50 runs, the current one first. */
  history(list: CopiedList): Promise<readonly PastRun[]>
  /** How complete the copy is; `none` if the list is not copied. */
  completeness(list: CopiedList): Promise<Completeness>
  estimate(list: CopiedList): Promise<SyncEstimate>
  /** Releases the current work, so that other instances can continue it. */
  stop(): Promise<void>
}
