import { createHash } from "node:crypto"
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from "pg"
import { cancelOnAbort } from "./cancel-statement"

/** Each costs a server process about 50 KiB for the lifetime of its connection. */
const maxNames = 64

/** Equal for the same text in every store, because stores may share a connection. */
const printName = (text: string) => createHash("sha256").update(text).digest("base64url")

/**
 * Names for prepared statements: one per text, for the first 64 texts. Later texts get none and are
 * planned on every execution.
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
  /**
   * For a frequent statement whose best plan does not depend on its values. Planned once per
   * connection.
   */
  readonly prepare?: boolean
  /** Cancels the statement. Its promise then rejects. */
  readonly signal?: AbortSignal | undefined
}

/** Runs statements, on any free connection or on the one that a transaction holds. */
export interface DatabaseSession {
  query<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>
  /** Runs the work in a transaction, or in the one already open. Rolls back if it throws. */
  transaction<T>(work: (session: DatabaseSession, client: PoolClient) => Promise<T>): Promise<T>
}

type PrintQuery = (text: string, values?: unknown[], options?: QueryOptions) => QueryConfig

/** Transactions that may take long. */
const unhurried = new WeakSet<DatabaseSession>()
/**
 * How long to wait for their statements if the pool has a limit, since a connection may be lost.
 */
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

/**
 * A lock that one transaction holds at a time. `untimed` waits for it without a statement timeout.
 */
export interface Lock {
  readonly name: string
  readonly untimed?: boolean
}

/** Blocks transactions that request the same lock until this one ends. */
export async function lockTransaction(
  session: DatabaseSession,
  { name, untimed = false }: Lock,
): Promise<void> {
  if (untimed) await session.query("set local statement_timeout = 0")
  await session.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name])
  if (untimed) await session.query("set local statement_timeout to default")
}

/**
 * For a transaction that may take long, such as building an index or loading many rows. The server
 * does not cancel its statements, and each may take an hour or more, regardless of the pool's
 * limit.
 */
export async function liftStatementTimeout(session: DatabaseSession): Promise<void> {
  unhurried.add(session)
  await session.query("set local statement_timeout = 0")
}
