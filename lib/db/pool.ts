import { Client, Pool } from "pg"

export interface PoolOptions {
  readonly max?: number
  readonly statementTimeoutMs?: number
  /** How long to wait for a free connection, 10 s by default. */
  readonly waitTimeoutMs?: number
  /**
   * How long to wait for a statement's result before it fails and its connection is dropped. No
   * limit by default. For pools with short statements.
   */
  readonly answerTimeoutMs?: number
  /** `work_mem` in megabytes. The database's setting by default. */
  readonly workMemoryMb?: number
}

/** Whether a statement was cancelled by its timeout. */
export const isOverdue = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "57014"

/**
 * The statement that meets a lost connection fails by itself, and the pool drops the connection.
 * Without a listener, the event would end the process.
 */
const ignoreLostConnection = () => {}

/**
 * Connections to a PostgreSQL database, at most 10 by default, with a statement timeout of 30 s. A
 * database restart fails the queries in flight and nothing else.
 */
export function openPool(
  url: string,
  {
    max = 10,
    statementTimeoutMs = 30_000,
    waitTimeoutMs = 10_000,
    answerTimeoutMs,
    workMemoryMb,
  }: PoolOptions = {},
): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: waitTimeoutMs,
    ...(answerTimeoutMs !== undefined && { query_timeout: answerTimeoutMs }),
    application_name: "workplace-reporting",
    options: `-c timezone=UTC${workMemoryMb === undefined ? "" : ` -c work_mem=${workMemoryMb}MB`}`,
  })
  pool.on("error", ignoreLostConnection)
  pool.on("connect", (client) => client.on("error", ignoreLostConnection))
  return pool
}

/**
 * A connection outside the pool, for statements longer than the pool allows. The caller closes it.
 */
export async function connectBeside({ options }: Pool): Promise<Client> {
  const { connectionString, connectionTimeoutMillis, application_name } = options
  const client = new Client({
    connectionString,
    connectionTimeoutMillis,
    application_name,
    options: options.options,
    keepAlive: true,
  })
  client.on("error", ignoreLostConnection)
  await client.connect()
  return client
}
