import type { Pool } from "pg"

/** How much of a kind of work an instance holds, and until when at least, in seconds from now. */
export interface HeldWork {
  readonly kind: string
  readonly holder: string
  readonly jobs: number
  readonly leftSeconds: number
}

/** Answers who works on what, of tables whose rows are leased (`leased_by`, `leased_until`), by the kinds of work; a table that is not there yet holds none. */
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
