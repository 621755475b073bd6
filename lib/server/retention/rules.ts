import { type DatabaseSession, quoteName } from "../../db"

/** How many days to keep data that is no longer needed; 0 keeps it forever. */
export interface RetentionDays {
  readonly edits: number
  readonly audit: number
}

/** One kind of rows that expire. */
export interface RetentionRule {
  readonly kind: string
  /** Interval between two runs, in minutes. */
  readonly everyMinutes: number
  /** Maximum rows removed by one statement. */
  readonly atOnce: number
  /** Removes some rows and returns how many; fewer than `atOnce` if none are left. */
  remove(session: DatabaseSession, atOnce: number): Promise<number>
}

const daily = 24 * 60

/** Deletes some rows of a table, longest expired first; skips locked rows. */
const deleteSome = (table: string, { key, time, before, where }: DeletedRows) => `
  with gone as (
    delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${time} <= ${before}${where ? ` and ${where}` : ""}
      order by ${time} limit $1 for update skip locked
    ) returning 1
  )
  select count(*)::int as count from gone`

/** Deletes the names of people of whom no event of the audit is left. */
const forgetUnnamed = (nameOf: (table: string) => string) => `
  delete from ${nameOf("audit_person")} as known
  where not exists (select from ${nameOf("audit_event")} where person = known.id)
    and not exists (select from ${nameOf("audit_event")} where about = known.id)`

/** A subquery, evaluated once per statement: an index cannot be used with a volatile function. */
const now = "(select clock_timestamp())"
const daysAgo = (days: number) => `${now} - interval '${days} days'`
const hourAgo = `${now} - interval '1 hour'`

/** What is removed from a schema's tables, and after how long: all data with an expiry time. */
export function retentionRules(days: RetentionDays, schema = "dashboard"): RetentionRule[] {
  const nameOf = (table: string) => `${quoteName(schema)}.${table}`
  const rule = (
    kind: string,
    { everyMinutes = daily, atOnce = 1000, ...of }: Partial<RetentionRule> & DeletedRows,
  ): RetentionRule => ({
    kind,
    everyMinutes,
    atOnce,
    async remove(session, max) {
      const text = deleteSome(nameOf(of.table), of)
      return (await session.query<{ count: number }>(text, [max]))[0]?.count ?? 0
    },
  })
  const always = [
    rule("documents", {
      everyMinutes: 60,
      table: "keyed_document",
      key: "kind, id",
      time: "expires_at",
      before: now,
    }),
    rule("calls", {
      everyMinutes: 60,
      table: "call_log_call",
      key: "client_id, id",
      time: "leaves_at",
      before: hourAgo,
    }),
    rule("demand", {
      everyMinutes: 60,
      table: "call_log_waiter",
      key: "client_id, instance, lane, owner",
      time: "ends_at",
      before: hourAgo,
    }),
    rule("sessions", {
      table: "session",
      key: "id",
      time: "signed_in_at",
      before: daysAgo(1),
    }),
    rule("recents", {
      table: "recent_record",
      key: "person, operation, ids",
      time: "opened_at",
      before: daysAgo(365),
    }),
  ]
  const edits = [
    rule("batches", {
      // Deletes its items too, of which there may be thousands.
      atOnce: 1,
      table: "edit_batch",
      key: "id",
      time: "started_at",
      before: daysAgo(days.edits),
      where: `state <> 'running' and coalesce(ended_at, started_at) <= ${daysAgo(days.edits)}`,
    }),
    rule("edits", {
      table: "edit",
      key: "id",
      time: "intended_at",
      before: daysAgo(days.edits),
      where: `outcome <> 'intended' and (outcome <> 'unknown' or verdict is not null)
        and not exists (select 1 from ${nameOf("edit_batch")} as other where other.id = batch)`,
    }),
  ]
  const events = rule("audit", {
    table: "audit_event",
    key: "at, id",
    time: "at",
    before: daysAgo(days.audit),
  })
  const audit: RetentionRule = {
    ...events,
    async remove(session, max) {
      const count = await events.remove(session, max)
      if (count > 0) await session.query(forgetUnnamed(nameOf))
      return count
    },
  }
  return [...always, ...(days.edits > 0 ? edits : []), ...(days.audit > 0 ? [audit] : [])]
}

interface DeletedRows {
  readonly table: string
  /** The key columns. */
  readonly key: string
  /** The column that dates a row's end, and the time that it must not exceed. */
  readonly time: string
  readonly before: string
  /** An additional condition. */
  readonly where?: string
}
