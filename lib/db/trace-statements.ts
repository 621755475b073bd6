import type { Pool, PoolClient } from "pg"

/** Called with the text of each statement where it is asked, without its values; what it answers is called at the statement's end, with the code of its error where it has failed. */
export type TraceStatement = (text: string) => ((errorType?: string) => void) | undefined

/** The statement's text of what the driver is given, and the end of one that the driver is given as an object of its own. */
interface GivenStatement {
  readonly text?: string
  readonly done?: Promise<unknown>
  readonly statements?: readonly { readonly text: string }[]
  readonly statement?: string
}

function textOf(given: unknown): string {
  if (typeof given === "string") return given
  const { text, statements, statement } = Object(given) as GivenStatement
  const first = Array.isArray(statements) ? statements[0]?.text : undefined
  return text ?? first ?? (typeof statement === "string" ? statement : "")
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? `${error.code}` : "error"

/** Runs a statement, and says when it has ended. */
function traced<T>(given: unknown, run: () => T, trace: TraceStatement): T {
  const end = trace(textOf(given))
  if (!end) return run()
  try {
    const answer = run()
    const outcome = answer instanceof Promise ? answer : (Object(answer) as GivenStatement).done
    if (!outcome) end()
    else
      outcome.then(
        () => end(),
        (error) => end(codeOf(error)),
      )
    return answer
  } catch (error) {
    end(codeOf(error))
    throw error
  }
}

type Query = (...given: unknown[]) => unknown

/** Where a connection is asked for by a callback, it is the pool's own way of running one statement, which is traced by itself. */
function traceConnections(pool: Pool, trace: TraceStatement): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown

  function traceClient(client: PoolClient): PoolClient {
    const { release } = client
    const query = client.query as Query
    const own = (...given: unknown[]) =>
      typeof given.at(-1) === "function"
        ? query.apply(client, given)
        : traced(given[0], () => query.apply(client, given), trace)
    Object.assign(client, {
      query: own,
      release(...given: Parameters<typeof release>) {
        Reflect.deleteProperty(client, "query")
        release.apply(client, given)
      },
    })
    return client
  }

  Object.assign(pool, {
    connect: (callback?: unknown) =>
      callback === undefined
        ? (connect() as Promise<PoolClient>).then(traceClient)
        : connect(callback),
  })
}

/** Has each statement of a pool traced where it is asked: a connection that it waits for is freed by somebody else. */
export function traceStatements(pool: Pool, trace: TraceStatement): void {
  const query = pool.query.bind(pool) as Query
  Object.assign(pool, {
    query: (...given: unknown[]) => traced(given[0], () => query(...given), trace),
  })
  traceConnections(pool, trace)
}
