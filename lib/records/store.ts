import {
  type Catalogue,
  CatalogueError,
  type Filter,
  type ListOperation,
  type ListRequest,
  type Operation,
  type PatchOperation,
  type PathParameters,
  type RowScope,
  type SingleOperation,
  type SummaryQuery,
  type SummaryResult,
} from "@/lib/catalogue"
import {
  type DatabaseSession,
  lockTransaction,
  Parameters,
  type Pool,
  poolSession,
  quoteName,
} from "../db"
import { columnTypes } from "./column-types"
import { type PeopleTable, withComputed } from "./computed-columns"
import {
  type FoundContainers,
  findContainers,
  loadContainers,
  type StoredContainer,
} from "./containers"
import { createCursorCodec } from "./cursor"
import { type LoadOptions, loadRecords, type StoredRows } from "./load-records"
import { countRows, scopeConditions } from "./page-query"
import { printRecordSql } from "./projection"
import { type AcceptContainers, type ListedPage, readRecordPage } from "./read-page"
import { rowConditions } from "./row-conditions"
import { createSettings, readCursorKey, type Settings } from "./settings"
import { createCollations, type ShownOrder } from "./shown-order"
import { readSummary } from "./summary"
import { defaultSchema, type RecordTable, requireTable, tablesOf } from "./tables"
import { type EditRecord, updateRecord } from "./update-record"

interface RecordParts {
  readonly catalogue: Catalogue
  readonly schema: string
  readonly table: RecordTable
  readonly operation: SingleOperation
  readonly parameters: PathParameters
  readonly baseUrl: string
  readonly scope: RowScope
}

/**
 * Reads one record as JSON text. The path's last parameter is its id. Undefined if there is none.
 */
export async function readStoredRecord(
  session: DatabaseSession,
  parts: RecordParts,
): Promise<string | undefined> {
  const { schema, table, operation } = parts
  const idName = Object.keys(operation.parameters).at(-1)
  const id = idName && parts.parameters[idName]
  if (!id) throw new CatalogueError(`${operation.id} has no parameter for the record's id.`)
  const parameters = new Parameters()
  const { sql, kind } = table.key
  const where = [
    ...rowConditions(parts.scope, table, parameters),
    ...scopeConditions(table.scope, parts.parameters, parameters),
    `${sql} = ${columnTypes[kind].parameter(parameters.add(id))}`,
  ]
  const record = printRecordSql({ ...parts, parameters })
  const [row] = await session.query<{ json: string }>(
    `select ${record} as json from ${quoteName(schema)}.${quoteName(table.name)}
     where ${where.join(" and ")}`,
    parameters.values,
    { prepare: true },
  )
  return row?.json
}

export interface StoreOptions {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly schema?: string
  /** Where people work. Without it, departments of people are unknown. */
  readonly people?: PeopleTable
  /** 32 bytes. Defaults to the key that `migrate` stored in the database. */
  readonly cursorKey?: Uint8Array
  readonly cursorTtlSeconds?: number
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/**
 * `baseUrl` is the prefix of a record's own links: `http://127.0.0.1:4010/api`. `scope` limits the
 * visible rows.
 */
export interface ReadOptions {
  readonly baseUrl: string
  readonly scope: RowScope
}

interface PageOptions extends ReadOptions {
  /**
   * Called with what the path names, before the page is returned. Without it nothing is looked up.
   */
  readonly accept?: AcceptContainers
  /** Cancels the statement when nobody waits for the page any more. */
  readonly signal?: AbortSignal | undefined
  /** The order shown to people, instead of the platform's. */
  readonly shown?: ShownOrder | undefined
}

/**
 * `scope` limits the visible rows. `maxCells` is how many pairs of groups are combined outside the
 * database, 200,000 by default.
 */
interface SummaryOptions extends Pick<ReadOptions, "scope"> {
  readonly maxCells?: number
}

/**
 * The records of a catalogue in PostgreSQL: lists, records by id, and the containers that paths
 * name.
 */
export interface Store extends Settings {
  /**
   * Reads one page of a list. Throws `StoreError` for a cursor that is invalid here or has expired.
   */
  readPage(
    operation: ListOperation,
    parameters: PathParameters,
    request: ListRequest,
    options: PageOptions,
  ): Promise<ListedPage>
  /** Counts the records of a list that meet the filters. */
  countRecords(
    operation: ListOperation,
    parameters: PathParameters,
    filters: readonly Filter[],
    options: Pick<ReadOptions, "scope">,
  ): Promise<number>
  /** Summarizes a list's records. Throws `SummaryError` if there are too many groups. */
  readSummary(
    operation: ListOperation,
    query: SummaryQuery,
    options: SummaryOptions,
  ): Promise<SummaryResult>
  /** One record as the text of a JSON object, or undefined if there is none. */
  readRecord(
    operation: SingleOperation,
    parameters: PathParameters,
    options: ReadOptions,
  ): Promise<string | undefined>
  /**
   * Changes one record, all or nothing. Returns its text as the operation sends it, or undefined if
   * there is none.
   */
  updateRecord(
    operation: PatchOperation,
    parameters: PathParameters,
    options: ReadOptions,
    edit: EditRecord,
  ): Promise<string | undefined>
  /** Finds what the path names, each inside the one before it, and its features. */
  findContainers(operation: Operation, parameters: PathParameters): Promise<FoundContainers>
  /** Adds records of one type, all or none. Returns their number. */
  loadRecords(recordName: string, rows: StoredRows, options?: LoadOptions): Promise<number>
  /** Adds or replaces the containers that paths name. */
  loadContainers(rows: Iterable<StoredContainer>): Promise<void>
  /** Removes all records and containers. Settings stay. */
  clear(): Promise<void>
  /**
   * Runs the work in one transaction. Transactions with the same lock run one at a time. `untimed`
   * waits for the lock without a limit.
   */
  transaction<T>(
    work: (store: Store) => Promise<T>,
    options?: { lock?: string; untimed?: boolean },
  ): Promise<T>
  /** Rejects if the database does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

const sixHours = 6 * 60 * 60

interface StoreParts extends Required<Omit<StoreOptions, "cursorKey" | "people" | "pool">> {
  readonly close: () => Promise<void>
  readonly tableOf: (recordName: string) => RecordTable
  readonly tableNames: readonly string[]
  readonly cursorKey: () => Promise<Uint8Array>
}

const removeAll = (schema: string, tables: readonly string[]) =>
  `truncate ${[...tables, "container"].map((table) => `${quoteName(schema)}.${quoteName(table)}`).join(", ")}`

function storeOn(session: DatabaseSession, parts: StoreParts): Store {
  const { catalogue, schema, clock, tableOf } = parts
  const collationOf = createCollations(session)
  const codecOf = async (operation: ListOperation, parameters: PathParameters) =>
    createCursorCodec(operation, parameters, {
      key: await parts.cursorKey(),
      ttlSeconds: parts.cursorTtlSeconds,
      clock,
    })
  return {
    ...createSettings(session, schema),
    async readPage(operation, parameters, request, options) {
      const table = tableOf(operation.record)
      const codec = await codecOf(operation, parameters)
      const list = { catalogue, schema, table, operation, parameters, ...options }
      return readRecordPage({ ...list, session, codec, collationOf }, request)
    },
    async countRecords(operation, parameters, filters, { scope }) {
      const table = tableOf(operation.record)
      const list = { schema, table, operation, parameters, scope }
      return countRows(session, list, filters)
    },
    readSummary(operation, query, { scope, maxCells }) {
      const table = tableOf(operation.record)
      const list = { schema, table, operation, parameters: {}, scope }
      return readSummary(session, list, query, { maxCells })
    },
    readRecord(operation, parameters, { baseUrl, scope }) {
      const table = tableOf(operation.record)
      const query = { catalogue, schema, table, operation, parameters, baseUrl, scope }
      return readStoredRecord(session, query)
    },
    updateRecord(operation, parameters, { baseUrl, scope }, edit) {
      const table = tableOf(operation.record)
      const query = { catalogue, schema, table, operation, parameters, baseUrl, scope }
      return updateRecord(session, { ...query, clock }, edit)
    },
    findContainers: (operation, parameters) =>
      findContainers({ session, schema, catalogue }, operation, parameters),
    loadRecords: (recordName, rows, options) =>
      loadRecords(session, { schema, table: tableOf(recordName) }, rows, options),
    loadContainers: (rows) => loadContainers(session, schema, rows),
    async clear() {
      await session.query(removeAll(schema, parts.tableNames))
    },
    transaction: (work, { lock, untimed = false } = {}) =>
      session.transaction(async (transaction) => {
        if (lock !== undefined)
          await lockTransaction(transaction, { name: `${schema} ${lock}`, untimed })
        return work(storeOn(transaction, parts))
      }),
    async ping() {
      await session.query("select 1")
    },
    close: parts.close,
  }
}

/** Caches the cursor key. A failed read is not cached. */
function rememberCursorKey(settings: Settings): () => Promise<Uint8Array> {
  let known: Promise<Uint8Array> | undefined
  return () => {
    known ??= readCursorKey(settings).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

/**
 * Opens a store on a migrated database. Throws `CatalogueError` if the catalogue contradicts
 * itself.
 */
export function createStore(options: StoreOptions): Store {
  const { pool, catalogue, schema = defaultSchema, cursorKey, clock = Date.now } = options
  const tables = withComputed(catalogue, tablesOf(catalogue), { schema, people: options.people })
  const session = poolSession(pool)
  return storeOn(session, {
    catalogue,
    schema,
    clock,
    cursorTtlSeconds: options.cursorTtlSeconds ?? sixHours,
    tableOf: (recordName) => requireTable(tables, recordName),
    tableNames: [...tables.values()].map(({ name }) => name),
    cursorKey: cursorKey
      ? async () => cursorKey
      : rememberCursorKey(createSettings(session, schema)),
    close: () => pool.end(),
  })
}
