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

/** Reads one record as JSON text; the path's last parameter is its id. Undefined where there is none. */
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
  /** Where people work; without it nobody's department is known. */
  readonly people?: PeopleTable
  /** 32 bytes; without it the key that `migrate` put into the database. */
  readonly cursorKey?: Uint8Array
  readonly cursorTtlSeconds?: number
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** `baseUrl` is what a record's own links start with: `http://127.0.0.1:4010/api`; `scope` says whose rows may be seen. */
export interface ReadOptions {
  readonly baseUrl: string
  readonly scope: RowScope
}

interface PageOptions extends ReadOptions {
  /** Asked before the page is answered, of what its path names; without it nothing is looked up. */
  readonly accept?: AcceptContainers
  /** Ends the statement where nobody waits for the page any more. */
  readonly signal?: AbortSignal | undefined
  /** The order that people see, in place of the platform's. */
  readonly shown?: ShownOrder | undefined
}

/** Whose rows may be seen, and how many pairs of groups are put together outside of the database: 200,000 unless told otherwise. */
interface SummaryOptions extends Pick<ReadOptions, "scope"> {
  readonly maxCells?: number
}

/** The records of a catalogue in PostgreSQL: lists, records by id, and the things that paths name. */
export interface Store extends Settings {
  /** One page of a list; throws `StoreError` for a cursor that is not valid here or has expired. */
  readPage(
    operation: ListOperation,
    parameters: PathParameters,
    request: ListRequest,
    options: PageOptions,
  ): Promise<ListedPage>
  /** How many records of a list meet the filters. */
  countRecords(
    operation: ListOperation,
    parameters: PathParameters,
    filters: readonly Filter[],
    options: Pick<ReadOptions, "scope">,
  ): Promise<number>
  /** A summary of a list's records; throws `SummaryError` where its groups are too many. */
  readSummary(
    operation: ListOperation,
    query: SummaryQuery,
    options: SummaryOptions,
  ): Promise<SummaryResult>
  /** One record as the text of a JSON object, or undefined where there is none. */
  readRecord(
    operation: SingleOperation,
    parameters: PathParameters,
    options: ReadOptions,
  ): Promise<string | undefined>
  /** Changes one record, all or nothing; its text as the operation sends it, or undefined where there is none. */
  updateRecord(
    operation: PatchOperation,
    parameters: PathParameters,
    options: ReadOptions,
    edit: EditRecord,
  ): Promise<string | undefined>
  /** Whether everything that the path names exists, each inside the one before it, and its features. */
  findContainers(operation: Operation, parameters: PathParameters): Promise<FoundContainers>
  /** Adds records of one type, all or none; answers how many. */
  loadRecords(recordName: string, rows: StoredRows, options?: LoadOptions): Promise<number>
  /** Adds or replaces what paths name. */
  loadContainers(rows: Iterable<StoredContainer>): Promise<void>
  /** Removes all records and containers; settings stay. */
  clear(): Promise<void>
  /** Runs the work all or none; of those that name the same lock one at a time, where `untimed` however long the others take. */
  transaction<T>(
    work: (store: Store) => Promise<T>,
    options?: { lock?: string; untimed?: boolean },
  ): Promise<T>
  /** Rejects where the database does not answer. */
  ping(): Promise<void>
  /** Closes the pool. */
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

/** Reads the cursor key once; a failed attempt is not remembered. */
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

/** Opens a store on a migrated database; throws `CatalogueError` where the catalogue contradicts itself. */
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
