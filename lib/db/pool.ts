import { Client, Pool } from "pg"

export interface PoolOptions {
  readonly max?: number
  readonly statementTimeoutMs?: number
  /** How long a statement may wait for a free connection, 10 s unless told otherwise. */
  readonly waitTimeoutMs?: number
  /** After how long without an answer a statement fails and its connection is given up; never unless told otherwise. For pools whose statements are short. */
  readonly answerTimeoutMs?: number
  /** How much a step of a statement may hold in memory, in megabytes; as the database says unless told otherwise. */
  readonly workMemoryMb?: number
}

/** Whether a statement was ended because it took longer than its pool allows. */
export const isOverdue = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "57014"

/** The statement that meets a lost connection fails by itself, and the pool drops the connection; unheard, the event would end the process. */
const ignoreLostConnection = () => {}

/**
 * Connections to a PostgreSQL database, 10 at most unless told otherwise, with a statement timeout of
 * 30 s. A database that restarts costs the queries in flight and nothing else.
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

/** A connection beside the pool's, whose statements may take longer than the pool lets any other; who opens it ends it. */
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
