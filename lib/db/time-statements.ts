import type { Pool, PoolClient } from "pg"

/** A connection pool's counters, as `pg` names them. */
export interface PoolCounters {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

type Query = (...given: unknown[]) => unknown

const doneOf = (answer: unknown): Promise<unknown> | undefined => {
  if (answer instanceof Promise) return answer
  const done: unknown = Reflect.get(Object(answer), "done")
  return done instanceof Promise ? done : undefined
}

/** The driver's `query` in its three forms: with a callback at the end, with a promise, and with what submits itself and has `done`. */
const timed =
  (query: Query, onStatement: (tookMs: number) => void): Query =>
  (...given) => {
    const started = performance.now()
    const end = () => onStatement(performance.now() - started)
    const callback: unknown = given.at(-1)
    if (typeof callback !== "function") {
      const answer = query(...given)
      void doneOf(answer)?.then(end, end)
      return answer
    }
    return query(...given.slice(0, -1), (...answer: unknown[]) => {
      end()
      return callback(...answer)
    })
  }

/** Tells of each statement of a pool from now on how many milliseconds it took, from when a connection was given it until its answer was whole or it failed. */
export function timeStatements(
  pool: Pick<Pool, "on">,
  onStatement: (tookMs: number) => void,
): void {
  const known = new WeakSet<PoolClient>()
  pool.on("acquire", (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as Query
    Object.assign(client, { query: timed(query, onStatement) })
  })
}
