import type {
  AuditDetails,
  AuditFilter,
  AuditKind,
  AuditPage,
  StoredAuditEvent,
} from "../../contract"
import { type DatabaseSession, Parameters, type Pool, quoteName } from "../../db"

export interface AuditPerson {
  /** The person's id at the identity. */
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
}

/** An event of any kind with the details of that kind. */
export type AnyAuditDetails = {
  readonly [Kind in AuditKind]: { readonly kind: Kind; readonly details: AuditDetails[Kind] }
}[AuditKind]

/** An event to write; the database sets its id and time. */
export type NewAuditEvent = AnyAuditDetails & {
  readonly outcome: StoredAuditEvent["outcome"]
  readonly person: AuditPerson | null
  readonly about: AuditPerson | null
  readonly roles: readonly string[]
  readonly address: string | null
  readonly instance: string
  readonly requestId: string | null
}

export interface AuditRead {
  readonly filter: AuditFilter
  /** The `next` of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Events in an append-only table. */
export interface AuditTable {
  add(event: NewAuditEvent): Promise<void>
  read(requested: AuditRead): Promise<AuditPage>
}

/**
 * Inserts both people in a fixed order, so that concurrent events about the same two people cannot
 * deadlock.
 */
const insertEvent = (event: string, person: string) => `
  with given as (
    select distinct on (subject) subject, name, email
    from (values ($1::text, $2::text, $3::text), ($4, $5, $6)) as people (subject, name, email)
    where subject is not null order by subject, name nulls last
  ), named as (
    insert into ${person} as known (subject, name, email) select * from given order by subject
    on conflict (subject) do update set
      name = coalesce(excluded.name, known.name), email = coalesce(excluded.email, known.email)
    returning id, subject
  )
  insert into ${event} (kind, outcome, person, about, roles, address, instance, request_id, details)
  values ($7, $8, (select id from named where subject = $1), (select id from named where subject = $4),
    $9, $10, $11, $12, $13)`

const isOf = (person: string, value: string) => `
  in (select id from ${person} where subject = ${value}
    or position(lower(${value}) in lower(name)) > 0 or position(lower(${value}) in lower(email)) > 0)`

/** A person as JSON, without a name once they are erased; null for nobody. */
const personAs = (id: string, known: string) => `
  case when ${id} is not null then json_build_object('id', ${id},
    'subject', ${known}.subject, 'name', ${known}.name, 'email', ${known}.email) end`

function selectEvents(
  tables: { readonly event: string; readonly person: string },
  { filter: { kind, person, from, to }, before, limit }: AuditRead,
) {
  const parameters = new Parameters()
  const add = (value: unknown) => parameters.add(value)
  const [micros = "", id = ""] = before?.split(".") ?? []
  const named = person === undefined ? "" : isOf(tables.person, add(person))
  const where = [
    ...(kind === undefined ? [] : [`kind = ${add(kind)}`]),
    ...(person === undefined ? [] : [`(event.person ${named} or event.about ${named})`]),
    ...(from === undefined ? [] : [`at >= ${add(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`at < ${add(to)}::timestamptz`]),
    ...(before === undefined
      ? []
      : [
          `(at, event.id) < (timestamptz 'epoch' + ${add(micros)}::int8 * interval '1 us', ${add(id)}::uuid)`,
        ]),
  ]
  const text = `
    select event.id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (extract(epoch from at) * 1000000)::int8::text as micros, kind, outcome,
      ${personAs("event.person", "one")} as person, ${personAs("event.about", "other")} as about,
      roles, host(address) as address, instance, request_id as "requestId", details
    from (
      select * from ${tables.event} as event ${where.length > 0 ? `where ${where.join(" and ")}` : ""}
      order by at desc, id desc limit ${add(limit)}
    ) as event
    left join ${tables.person} as one on one.id = event.person
    left join ${tables.person} as other on other.id = event.about
    order by event.at desc, event.id desc`
  return { text, values: parameters.values }
}

const valuesOf = ({ person, about, ...event }: NewAuditEvent) => [
  person?.subject ?? null,
  person?.name ?? null,
  person?.email ?? null,
  about?.subject ?? null,
  about?.name ?? null,
  about?.email ?? null,
  event.kind,
  event.outcome,
  event.roles,
  event.address,
  event.instance,
  event.requestId,
  JSON.stringify(event.details),
]

/**
 * Records an erasure within its own transaction. The event refers to the erased person by their
 * audit number, or to nobody if the audit does not know them.
 */
export async function addErasure(
  session: DatabaseSession,
  {
    ids,
    rows,
    by,
    instance,
    schema = "dashboard",
  }: {
    readonly ids: readonly string[]
    readonly rows: number
    /** The administrator who ran the erasure, if any. */
    readonly by?: string
    readonly instance: string
    readonly schema?: string
  },
): Promise<void> {
  const own = quoteName(schema)
  const known = `select id from ${own}.audit_person where subject = any($1) order by id limit 1`
  const person = `select id from ${own}.audit_person where subject = $4`
  await session.query(
    `insert into ${own}.audit_event (kind, outcome, about, instance, details, person)
      values ('person_erased', 'done', coalesce((${known}), gen_random_uuid()), $2, $3, (${person}))`,
    [ids, instance, JSON.stringify({ rows } satisfies AuditDetails["person_erased"]), by ?? null],
  )
}

/** Stores the audit in two tables of the schema, timed by PostgreSQL's clock. */
export function createAuditTable({
  pool,
  schema = "dashboard",
}: {
  readonly pool: Pool
  readonly schema?: string
}): AuditTable {
  const own = quoteName(schema)
  const tables = { event: `${own}.audit_event`, person: `${own}.audit_person` }
  return {
    async add(event) {
      await pool.query(insertEvent(tables.event, tables.person), valuesOf(event))
    },
    async read(requested) {
      const { limit } = requested
      const { text, values } = selectEvents(tables, { ...requested, limit: limit + 1 })
      const { rows } = await pool.query<StoredAuditEvent & { readonly micros: string }>(
        text,
        values,
      )
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        events: shown.map(({ micros: _, ...event }) => event),
        next: last ? `${last.micros}.${last.id}` : null,
      }
    },
  }
}
