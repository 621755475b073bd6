import type { DatabaseSession } from "../../db"
import { dailyRank, type SyncTables } from "./synced-list"

/**
 * How much of the operations' lists is copied. A list that the platform refuses for good counts as
 * present, without rows. One whose feature is disabled does not count.
 */
export interface CopyCoverage {
  readonly lists: number
  readonly whole: number
  /** Lists of `whole` without data: the platform lacks them or refuses them. */
  readonly missing: number
  /** Time up to which the copies are complete, except for rows older than the retention. */
  readonly asOf: Date | null
  /** Pending lists, neither present nor failing. */
  readonly open: number
  /**
   * Whether all lists have been copied once. Lists added since are read while the rest is shown.
   */
  readonly isNoted: boolean
  /**
   * Lists that have failed, or have been failing for an hour. They are missing from what is shown.
   */
  readonly failing: number
  /** Path parameters of the first of those, as JSON texts. */
  readonly failingParameters: readonly string[]
  /** Calls made so far, and the estimated calls left. */
  readonly callsMade: number
  readonly callsLeft: number
  /**
   * Same, including lists that are read before the last of them. Daily lists count with their
   * newest windows.
   */
  readonly callsAhead: number
}

export interface CoverageQuestion {
  readonly operations: readonly string[]
  /** Only lists up to this rank. */
  readonly maxRank?: number | undefined
  /**
   * Whether each list is a record read by its id: if the platform has disabled it, it is missing.
   */
  readonly isNamed?: boolean
}

/** Refusals by the platform for a list that may exist. */
const refusals = ["upstream_forbidden", "feature_not_enabled", "not_found"] as const
/** Attempts in an hour, which is the longest pause between them. */
const failingTries = 120
const namedFailures = 3
/** Estimated calls for a long list of unknown size, and for its newest window. */
const unknownCalls = 20
const windowCalls = 4
const pageRows = 1000

const listedRefusals = refusals.map((reason) => `'${reason}'`).join(", ")

const isThere = `(checked_at is not null or state = 'failed' and reason in (${listedRefusals}))`
const isFailing = `(checked_at is null and (state = 'failed' and reason not in (${listedRefusals})
  or failures >= ${failingTries}))`

/** Operations that have lists, none of them pending. */
export async function readComplete(
  session: DatabaseSession,
  { list }: SyncTables,
): Promise<readonly string[]> {
  const text = `select operation from ${list} group by operation
    having bool_and(${isThere} or ${isFailing})`
  return (await session.query<{ operation: string }>(text)).map(({ operation }) => operation)
}

/**
 * Each list with the calls made and left. For a first run, estimated from the share of time that
 * its windows have read.
 */
const costedLists = ({ list }: SyncTables) => `
  costed as (
    select path, operation, parameters, state, reason, rank, rows, asked_at, checked_at, synced_until, kept_from, pages,
      ${isThere} as is_there, ${isFailing} as is_failing,
      run @? '$.windows[*] ? (@.isRead == true)' as is_begun,
      case when pages > 0 and share > 0 then greatest(1, ceil(pages * (1 - share) / share))
        when has_windows then ${unknownCalls} else 1 end as calls_left
    from ${list} as list,
      lateral (select case when checked_at is null then coalesce((run ->> 'pages')::int, 0) else 0 end
        as pages) as made,
      lateral (
        select count(*) > 0 as has_windows,
          sum(case when "isRead" then length else least(greatest(reached, 0), length) end)
            / nullif(sum(length), 0) as share
        from jsonb_to_recordset(case when checked_at is null then run -> 'windows' end) as part
            (span text, lower timestamptz, upper timestamptz, "firstKey" timestamptz,
              "openKey" timestamptz, "isRead" bool),
          lateral (select coalesce(lower, "firstKey") as first,
            coalesce(upper, (run ->> 'startedAt')::timestamptz) as last) as ends,
          lateral (select extract(epoch from last - first) as length,
            coalesce(extract(epoch from "openKey" - first), 0) as reached) as spans
        where span = 'time'
      ) as costs
  )`

export async function readCoverage(
  session: DatabaseSession,
  tables: SyncTables,
  { operations, maxRank, isNamed = false }: CoverageQuestion,
): Promise<CopyCoverage> {
  const text = `
    with ${costedLists(tables)},
    own as (
      select * from costed where operation = any($1) and coalesce(rank <= $2, true)
        and ($3::bool or reason is distinct from 'feature_not_enabled')
    ),
    known as (select from ${tables.operation} where operation = any($1)),
    open as (select * from own where not is_there and not is_failing)
    select count(*)::int as lists, count(*) filter (where is_there and kept_from is null)::int as whole,
      count(*) filter (where is_there and (checked_at is null or rows = 0))::int as missing,
      count(*) filter (where is_failing)::int as failing,
      (select coalesce(json_agg(parameters), '[]') from
        (select parameters from own where is_failing order by path limit ${namedFailures}) as first)
        as "failingParameters",
      min(synced_until) filter (where checked_at is not null) as "asOf",
      (select count(*) from open)::int as open,
      (select count(*) from known) = cardinality($1) as "isNoted",
      (coalesce(sum(case when is_there then greatest(1, ceil(rows / ${pageRows}.0)) else pages end), 0))::float8
        as "callsMade",
      coalesce(sum(calls_left) filter (where not is_there and not is_failing), 0)::float8 as "callsLeft",
      (select coalesce(sum(case
            when operation = any($1) and coalesce(rank <= $2, true)
              or asked_at > now() - interval '1 minute' and rank <= (select max(rank) from open) then calls_left
            when rank <= ${dailyRank} and is_begun is not true then least(calls_left, ${windowCalls})
            else 0 end), 0)
        from costed where not is_there and not is_failing and state = 'running')::float8 as "callsAhead"
    from own`
  const values = [[...operations], maxRank ?? null, isNamed]
  const [found] = await session.query<{ [K in keyof CopyCoverage]: CopyCoverage[K] }>(text, values)
  if (!found) throw new Error("The copies gave no answer.")
  return found
}
