import { Client, type QueryResultRow } from "pg"
import type { DatabaseServer } from "./companies-file"

/** What the tool's own sessions are called in `pg_stat_activity`. */
export const applicationName = "companies"

/** Texts of values have to be the same on every server, and a table may take long to read. */
const sessionSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex';
  set jit = off; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** The URL of a database of a server, by default the one that the operator's file names; without a password. */
export function urlOf({ url }: Pick<DatabaseServer, "url">, database?: string): string {
  const result = new URL(url)
  if (database !== undefined) result.pathname = `/${encodeURIComponent(database)}`
  return result.href
}

/** The same with the password, for a connection and never for people. */
export function secretUrlOf(server: DatabaseServer, database?: string): string {
  const result = new URL(urlOf(server, database))
  if (server.password !== undefined) result.password = encodeURIComponent(server.password)
  return result.href
}

/** An error's sentence; what the system says of a connection may have a code alone. */
export function describeFault(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return describeFault(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message || ("code" in error ? String(error.code) : error.name)
}

/** A fault of one server, which the message begins with; `code` is PostgreSQL's or the system's. */
export class ServerError extends Error {
  override readonly name = "ServerError"
  readonly code: string | undefined

  constructor(server: string, cause: unknown) {
    super(`${server}: ${describeFault(cause)}`, { cause })
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined
  }
}

/** One session at a server. */
export interface Connection {
  readonly server: DatabaseServer
  readonly database: string
  /** The number of its process at the server. */
  readonly pid: number
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  end(): Promise<void>
}

/** Connects within five seconds; a connection that is lost later fails the statements alone. */
export async function connect(server: DatabaseServer, database?: string): Promise<Connection> {
  const client = new Client({
    connectionString: secretUrlOf(server, database),
    connectionTimeoutMillis: 5000,
    application_name: applicationName,
    keepAlive: true,
  })
  client.on("error", () => {})
  const query = async <Row extends QueryResultRow>(text: string, values?: unknown[]) => {
    try {
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      throw new ServerError(server.name, error)
    }
  }
  const end = () => client.end().catch(() => {})
  try {
    await client.connect()
    await client.query(sessionSettings)
    const [row] = await query<{ pid: number; database: string }>(
      "select pg_backend_pid() as pid, current_database() as database",
    )
    return { server, database: row?.database ?? "", pid: row?.pid ?? 0, query, end }
  } catch (error) {
    await end()
    throw error instanceof ServerError ? error : new ServerError(server.name, error)
  }
}

/** Connects for the time of some work. */
export async function withConnection<T>(
  server: DatabaseServer,
  database: string | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(server, database)
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

/** Runs the work in one transaction; a throw undoes it. */
export async function inTransaction(connection: Connection, work: () => Promise<void>) {
  await connection.query("begin")
  try {
    await work()
    await connection.query("commit")
  } catch (error) {
    await connection.query("rollback").catch(() => {})
    throw error
  }
}
