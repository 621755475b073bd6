import { createHash } from "node:crypto"
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from "pg"
import { cancelOnAbort } from "./cancel-statement"

/** Each costs a server process some 50 KiB for as long as its connection lives. */
const maxNames = 64

/** The same for the same text in every store, because stores may share a connection. */
const printName = (text: string) => createHash("sha256").update(text).digest("base64url")

/**
 * Names under which statements are prepared: one for each text, the first 64 of them; later texts get
 * none and are planned each time they are sent.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const name = printName(text)
    names.set(text, name)
    return name
  }
}

interface QueryOptions {
  /** For a statement that comes often and whose best plan does not hang on its values: it is planned once for each connection. */
  readonly prepare?: boolean
  /** Cancels the statement, whose promise then rejects. */
  readonly signal?: AbortSignal | undefined
}

/** Where statements go: to any free connection, or all to the one that a transaction holds. */
export interface DatabaseSession {
  query<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>
  /** Runs the work in one transaction, or in the one that is open already; a throw undoes it. */
  transaction<T>(work: (session: DatabaseSession, client: PoolClient) => Promise<T>): Promise<T>
}

type PrintQuery = (text: string, values?: unknown[], options?: QueryOptions) => QueryConfig

/** Transactions whose work may take long. */
const unhurried = new WeakSet<DatabaseSession>()
/** How long their statements are waited for where the pool has a limit: a connection may be lost. */
const longAnswerMs = 3_600_000

const clientSession = (pool: Pool, client: PoolClient, requested: PrintQuery): DatabaseSession => {
  const session: DatabaseSession = {
    async query(text, values, options = {}) {
      const isLimited = unhurried.has(session) && pool.options.query_timeout !== undefined
      const patience = isLimited && { query_timeout: longAnswerMs }
      const statement = { ...requested(text, values, options), ...patience }
      const { rows } = await cancelOnAbort(client, options.signal, () => client.query(statement))
      return rows
    },
    transaction: (work) => work(session, client),
  }
  return session
}

/** A session over a pool. */
export function poolSession(pool: Pool): DatabaseSession {
  const nameOf = createStatementNames()
  const requested: PrintQuery = (text, values, { prepare = false } = {}) => {
    const name = prepare ? nameOf(text) : undefined
    return { text, ...(values && { values }), ...(name && { name }) }
  }
  return {
    async query(text, values, options = {}) {
      const { signal } = options
      const statement = requested(text, values, options)
      if (!signal) return (await pool.query(statement)).rows
      signal.throwIfAborted()
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        return (await cancelOnAbort(client, signal, () => client.query(statement))).rows
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        client.release(failure)
      }
    },
    async transaction(work) {
      const client = await pool.connect()
      let broken = false
      try {
        await client.query("begin")
        const result = await work(clientSession(pool, client, requested), client)
        await client.query("commit")
        return result
      } catch (error) {
        broken = await client.query("rollback").then(
          () => false,
          () => true,
        )
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}

/** A name that one transaction holds at a time; an `untimed` one waits for it without a statement timeout. */
export interface Lock {
  readonly name: string
  readonly untimed?: boolean
}

/** Makes others who name the same lock wait until this transaction ends. */
export async function lockTransaction(
  session: DatabaseSession,
  { name, untimed = false }: Lock,
): Promise<void> {
  if (untimed) await session.query("set local statement_timeout = 0")
  await session.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name])
  if (untimed) await session.query("set local statement_timeout to default")
}

/** For a transaction whose work may rightly take long, such as building an index or loading many rows: the server does not end its statements, and each is waited for an hour at least, whatever the pool's limit. */
export async function liftStatementTimeout(session: DatabaseSession): Promise<void> {
  unhurried.add(session)
  await session.query("set local statement_timeout = 0")
}
