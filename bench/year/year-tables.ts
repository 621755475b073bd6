import type { Client } from "pg"
import { replicaSchema } from "@/lib/records"
import { maxRecents } from "@/lib/server/recents/table"
import type { TableSize, YearPlan } from "./year-plan"

/** Of each table of the dashboard and of the copies that has a page on disk, its partitions as one. */
const selectSizes = `
  select coalesce(parent.relname, own.relname) as name,
    sum(pg_relation_size(own.oid) + coalesce(pg_relation_size(own.oid, 'fsm'), 0) + coalesce(pg_relation_size(own.oid, 'vm'), 0))::float8 as heap,
    sum(pg_indexes_size(own.oid))::float8 as indexes,
    sum(case when own.reltoastrelid = 0 then 0 else pg_total_relation_size(own.reltoastrelid) end)::float8 as toast
  from pg_class as own left join pg_inherits on inhrelid = own.oid left join pg_class as parent on parent.oid = inhparent
  where own.relkind = 'r' and own.relnamespace in ('dashboard'::regnamespace, '${replicaSchema}'::regnamespace)
  group by 1 having sum(pg_relation_size(own.oid)) > 0 order by sum(pg_total_relation_size(own.oid)) desc`

/** The bytes of each table, the largest first. */
export async function readYearSizes(client: Client): Promise<readonly TableSize[]> {
  return (await client.query<TableSize>(selectSizes)).rows
}

/** Tables that the database's own housekeeping would look after by now, by its usual thresholds. */
const selectDue = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where schemaname in ('dashboard', '${replicaSchema}') and (
    n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`

/** Does what autovacuum does once a minute of a real day, of which a simulated day has none. */
export async function vacuumDue(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(selectDue)
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`)
}

const countAll = "select count(*)::float8 as count from"

/** What nobody may find at the end of a day, by table, as plain SQL that knows nothing of the product's rules. */
const leftovers = (moment: string, { keptDays }: YearPlan) => {
  const ago = (interval: string) => `timestamptz '${moment}' - interval '${interval}'`
  const months = `date_trunc('month', ${ago(`${keptDays} days`)}, 'UTC')`
  return {
    edit: `dashboard.edit where intended_at < ${ago(`${keptDays} days`)}`,
    edit_batch: `dashboard.edit_batch where ended_at < ${ago(`${keptDays} days`)}`,
    edit_batch_item: `dashboard.edit_batch_item where changed_at < ${ago(`${keptDays} days`)}`,
    audit_event: `dashboard.audit_event where at < ${months}`,
    audit_person: `dashboard.audit_person where not exists (
      select 1 from dashboard.audit_event where person = audit_person.id or about = audit_person.id)`,
    session: `dashboard.session where signed_in_at < ${ago("1 day")}`,
    recent_record: `(select opened_at, row_number() over (partition by person order by opened_at desc) as nth
      from dashboard.recent_record) as one where opened_at < ${ago("365 days")} or nth > ${maxRecents}`,
    answer: `dashboard.answer where kept_until < timestamptz '${moment}'`,
    keyed_document: `dashboard.keyed_document where expires_at < timestamptz '${moment}'`,
    call_log_call: `dashboard.call_log_call where leaves_at < ${ago("2 hours")}`,
    export_job: `dashboard.export_job where ended_at < ${ago("1 day")}`,
    export_page: `dashboard.export_page where not exists (select 1 from dashboard.export_job where id = job)`,
    export_part: `dashboard.export_part where not exists (select 1 from dashboard.export_job where id = job and export_job.file = export_part.file)`,
    sync_run: `(select row_number() over (partition by list order by id desc) as nth from ${replicaSchema}.sync_run) as one where nth > 201`,
    sync_segment: `${replicaSchema}.sync_segment`,
    sync_open_row: `${replicaSchema}.sync_open_row`,
    sync_calls: `${replicaSchema}.sync_calls where hour < ${ago("31 days")}`,
    sync_check_calls: `${replicaSchema}.sync_check_calls where hour < ${ago("31 days")}`,
    point_rollup_due: `${replicaSchema}.point_rollup_due`,
  }
}

/** How many rows of each table are there longer than they are to be kept, at that moment. */
export async function countLeftovers(
  client: Client,
  moment: number,
  plan: YearPlan,
): Promise<{ readonly [table: string]: number }> {
  const found: [string, number][] = []
  for (const [table, from] of Object.entries(leftovers(new Date(moment).toISOString(), plan))) {
    const { rows } = await client.query<{ count: number }>(`${countAll} ${from}`)
    found.push([table, rows[0]?.count ?? Number.NaN])
  }
  return Object.fromEntries(found)
}
