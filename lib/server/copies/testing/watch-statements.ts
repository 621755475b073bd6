import type { openPool, PoolClient } from "@/lib/db"

/** A statement with its values, or a COPY with its lines. */
type Statement = { readonly values?: readonly unknown[]; readonly lines?: readonly string[] }

/** How many rows a statement carries: in arrays of values, as JSON text, or as lines of a COPY. */
function rowsIn(statement: string | Statement, values: readonly unknown[] = []): number {
  if (typeof statement === "string") return Math.max(0, ...values.map(rowsOf))
  return Math.max(statement.lines?.length ?? 0, ...(statement.values ?? []).map(rowsOf))
}

function rowsOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value !== "string" || !value.startsWith("[")) return 0
  const parsed: unknown = JSON.parse(value)
  return Array.isArray(parsed) ? parsed.length : 0
}

/** Counts the statements of transactions, and the most rows that one of them carries. */
export function watchStatements() {
  const seen = { statements: 0, maxRows: 0 }
  const onPool = (pool: ReturnType<typeof openPool>) => {
    pool.on("connect", (client: PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((...given: unknown[]) => {
        const [statement, values] = given as [string | Statement, (readonly unknown[])?]
        seen.statements += 1
        seen.maxRows = Math.max(seen.maxRows, rowsIn(statement, values))
        return query(...given)
      }) as typeof client.query
    })
  }
  return { seen, onPool }
}
