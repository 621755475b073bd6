import type { Pool, PoolClient } from "pg"

/** A connection pool's counters, as named by `pg`. */
export interface PoolCounters {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/**
 * A completed statement: its text as the program wrote it, without values, and its duration in
 * milliseconds.
 */
export interface TimedStatement {
  readonly text: string
  readonly tookMs: number
  readonly isFailed: boolean
}

type Given = string | { readonly text?: string }
type Query = (given: Given, ...rest: unknown[]) => unknown

const textOf = (given: Given) => (typeof given === "string" ? given : (given.text ?? ""))

/** Wraps the driver's `query` in both forms: with a callback at the end, and with a promise. */
const timed =
  (query: Query, onStatement: (statement: TimedStatement) => void): Query =>
  (given, ...rest) => {
    const started = performance.now()
    const end = (isFailed: boolean) =>
      onStatement({ text: textOf(given), tookMs: performance.now() - started, isFailed })
    const callback: unknown = rest.at(-1)
    if (typeof callback === "function")
      return query(given, ...rest.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
        end(Boolean(error))
        return callback(error, ...answer)
      })
    const answer = query(given, ...rest)
    if (answer instanceof Promise)
      answer.then(
        () => end(false),
        () => end(true),
      )
    return answer
  }

/**
 * Reports each further statement of a pool with its duration, from when it is given to a connection
 * until its result is complete or it fails.
 */
export function timeStatements(
  pool: Pick<Pool, "on">,
  onStatement: (statement: TimedStatement) => void,
): void {
  const known = new WeakSet<PoolClient>()
  pool.on("acquire", (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as unknown as Query
    Object.assign(client, { query: timed(query, onStatement) })
  })
}
