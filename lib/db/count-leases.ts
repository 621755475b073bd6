import type { Pool } from "pg"

/**
 * Leases of one kind of work held by an instance. `leftSeconds` is until the first of them ends.
 */
export interface HeldWork {
  readonly kind: string
  readonly holder: string
  readonly jobs: number
  readonly leftSeconds: number
}

/**
 * Counts leases by instance and kind of work, from tables with `leased_by` and `leased_until`.
 * Missing tables count as empty.
 */
export async function countLeases(
  pool: Pool,
  tables: Readonly<Record<string, string>>,
): Promise<readonly HeldWork[]> {
  const kinds = Object.entries(tables)
  const there = await pool.query<{ kind: string }>(
    `select kind from unnest($1::text[], $2::text[]) as each (kind, name)
     where to_regclass(name) is not null`,
    [kinds.map(([kind]) => kind), kinds.map(([, name]) => name)],
  )
  const known = new Set(there.rows.map(({ kind }) => kind))
  const parts = kinds.flatMap(([kind, name], index) =>
    known.has(kind)
      ? [
          `select $1::text[] as kinds, ${index + 1} as number, leased_by::text as holder,
             count(*)::int as jobs,
             extract(epoch from min(leased_until) - clock_timestamp())::float8 as "leftSeconds"
           from ${name} where leased_until > clock_timestamp() group by leased_by`,
        ]
      : [],
  )
  if (parts.length === 0) return []
  const text = `select kinds[number] as kind, holder, jobs, "leftSeconds"
    from (${parts.join(" union all ")}) as held order by number, holder limit 100`
  const { rows } = await pool.query<HeldWork & Record<string, unknown>>(text, [
    kinds.map(([kind]) => kind),
  ])
  return rows.map(({ kind, holder, jobs, leftSeconds }) => ({
    kind,
    holder,
    jobs,
    leftSeconds: Math.max(0, leftSeconds),
  }))
}
