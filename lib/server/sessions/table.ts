import { type Pool, quoteName } from "../../db"
import type { PersonSessions, UsableSession } from "../../session"

/** What is known of a person who signed in; `tokens` is sealed text. */
export interface SessionFacts {
  readonly name: string | null
  readonly email: string | null
  readonly roles: readonly string[]
}

export interface SessionRow extends SessionFacts {
  readonly id: string
  readonly person: string
  readonly tokens: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly endsInMs: number
  readonly confirmedMsAgo: number
}

/** People's sessions, one row each, shared by all instances; ended ones are as good as absent. */
export interface SessionsTable {
  /** Begins a session, and ends the one that it takes the place of. */
  create(
    row: Pick<SessionRow, "id" | "person" | "name" | "email" | "roles" | "tokens"> & {
      readonly userAgent?: string | undefined
    },
    replaced?: string,
  ): Promise<void>
  /** The session; `use` counts this as a use of it, which is written every 30 s at most. */
  read(id: string, use: boolean): Promise<SessionRow | undefined>
  /** The session as long as it may live by its age, also where nobody has used it for long. */
  readIdle(id: string): Promise<SessionRow | undefined>
  /** The same of the session that a person's identity confirmed last, or of the last one that has ended where none lives. */
  readNewest(person: string): Promise<(SessionRow & { readonly hasEnded: boolean }) | undefined>
  /** Keeps the answer to a request of `requestedMsAgo`, unless a later request was answered already. */
  confirm(id: string, facts: SessionFacts, requestedMsAgo: number): Promise<void>
  /** True for the one caller who may renew these tokens for the next ten seconds. */
  claimRenewal(id: string, tokens: string): Promise<boolean>
  replaceTokens(id: string, old: string, tokens: string): Promise<void>
  end(id: string): Promise<void>
  /** Ends it and forgets its roles: nobody stands for them any more. True for the one caller who ended it. */
  disown(id: string): Promise<boolean>
  /** Ends all of a person's sessions so, and tells their ids. */
  endAll(person: string): Promise<string[]>
  /** Ends everybody's sessions so, but for one. */
  endEverybody(but: string | undefined): Promise<string[]>
  /** Ends all of a person's sessions but one, as a sign-out of each does. */
  endOthers(person: string, but: string | undefined): Promise<string[]>
  /** A person's sessions that can still be used, the last used first, 200 at most. */
  list(person: string): Promise<readonly UsableSession[]>
  /** Those who have such sessions and whose id is this text, or whose name or e-mail has it, the last seen first. */
  findPeople(text: string, limit: number): Promise<readonly PersonSessions[]>
}

export interface SessionsTableOptions {
  readonly pool: Pool
  readonly schema?: string
  readonly absoluteSeconds: number
  readonly idleSeconds: number
}

interface UseRow {
  readonly signed_in_at: Date
  readonly used_at: Date
}

/** Each sign-in also clears away a few sessions that are long over, so that the table needs no caretaker. */
const createSession = (table: string) => `
  with over as (
    delete from ${table} where id in (
      select id from ${table} where signed_in_at < now() - make_interval(secs => $7)
      limit 20 for update skip locked
    )
  ), replaced as (
    update ${table} set ended_at = clock_timestamp(), tokens = '' where id = $8 and ended_at is null
  )
  insert into ${table} (id, person, name, email, roles, tokens, user_agent)
  values ($1, $2, $3, $4, $5, $6, $9)`

const readSession = (table: string) => `
  with live as (
    select *, $2 and used_at < now() - interval '30 s' as due from ${table}
    where id = $1 and ended_at is null
      and signed_in_at > now() - make_interval(secs => $3)
      and used_at > now() - make_interval(secs => $4)
  ), used as (
    update ${table} as session set used_at = now() from live
    where session.id = live.id and live.due
  )
  select id, person, name, email, roles, tokens,
    extract(epoch from signed_in_at + make_interval(secs => $3))::float8 * 1000 as "expiresAt",
    extract(epoch from now() - confirmed_at)::float8 * 1000 as "confirmedMsAgo",
    extract(epoch from least(
      signed_in_at + make_interval(secs => $3),
      case when due then now() else used_at end + make_interval(secs => $4)
    ) - now())::float8 * 1000 as "endsInMs"
  from live`

const selectIdle = (table: string, rest: string) => `
  select id, person, name, email, roles, tokens, ended_at is not null as "hasEnded",
    extract(epoch from signed_in_at + make_interval(secs => $2))::float8 * 1000 as "expiresAt",
    extract(epoch from now() - confirmed_at)::float8 * 1000 as "confirmedMsAgo",
    extract(epoch from signed_in_at + make_interval(secs => $2) - now())::float8 * 1000 as "endsInMs"
  from ${table} where signed_in_at > now() - make_interval(secs => $2) and ${rest}`

const newest = "person = $1 order by ended_at desc nulls first, confirmed_at desc limit 1"

const confirmSession = (table: string) => `
  update ${table} set name = $2, email = $3, roles = $4,
    confirmed_at = clock_timestamp() - $5 * interval '1 ms'
  where id = $1 and ended_at is null and confirmed_at < clock_timestamp() - $5 * interval '1 ms'`

const claimRenewal = (table: string) => `
  update ${table} set renewal_claimed_at = clock_timestamp()
  where id = $1 and tokens = $2 and ended_at is null
    and (renewal_claimed_at is null or renewal_claimed_at < clock_timestamp() - interval '10 s')`

const endSession = (table: string) => `
  update ${table} set ended_at = clock_timestamp(), tokens = ''
  where id = $1 and ended_at is null`

const endOthers = (table: string) => `
  update ${table} set ended_at = clock_timestamp(), tokens = ''
  where person = $1 and id is distinct from $2 and ended_at is null
  returning id`

const disowned = {
  one: "id = $1",
  person: "person = $1",
  everybody: "id is distinct from $1",
} as const

/** Also of sessions that ended before, so that no earlier word on the person's roles counts. */
const disownSessions = (table: string, whose: keyof typeof disowned) => `
  with disowned as (
    update ${table} as session set ended_at = coalesce(session.ended_at, clock_timestamp()),
      tokens = '', roles = '{}'
    from ${table} as before where session.${disowned[whose]} and before.id = session.id
    returning session.id, before.ended_at is null as was_open
  )
  select id from disowned where was_open`

const isUsable = `ended_at is null
      and signed_in_at > now() - make_interval(secs => $2)
      and used_at > now() - make_interval(secs => $3)`

const maxListed = 200

const listSessions = (table: string) => `
  select id, user_agent as "userAgent", signed_in_at, used_at from ${table}
  where person = $1 and ${isUsable}
  order by used_at desc, id limit ${maxListed}`

const findPeople = (table: string) => `
  select person, (array_agg(name order by confirmed_at desc))[1] as name,
    (array_agg(email order by confirmed_at desc))[1] as email,
    count(*)::int4 as sessions, max(used_at) as used_at
  from ${table}
  where ${isUsable} and (person = $1
    or position(lower($1) in lower(name)) > 0 or position(lower($1) in lower(email)) > 0)
  group by person order by max(used_at) desc, person limit $4`

/** Keeps sessions in one table of the schema, by PostgreSQL's clock. */
export function createSessionsTable(options: SessionsTableOptions): SessionsTable {
  const { pool, schema = "dashboard", absoluteSeconds, idleSeconds } = options
  const table = `${quoteName(schema)}.session`
  const idsOf = async (text: string, values: readonly (string | undefined)[]) => {
    const { rows } = await pool.query<{ id: string }>(
      text,
      values.map((value) => value ?? null),
    )
    return rows.map(({ id }) => id)
  }
  const disown = (whose: keyof typeof disowned, value: string | undefined) =>
    idsOf(disownSessions(table, whose), [value])
  const readOne = async (rest: string, value: string) => {
    const text = selectIdle(table, rest)
    const values = [value, absoluteSeconds]
    return (await pool.query<SessionRow & { hasEnded: boolean }>(text, values)).rows[0]
  }

  return {
    async create({ id, person, name, email, roles, tokens, userAgent }, replaced) {
      const facts = [id, person, name, email, roles, tokens]
      const values = [...facts, absoluteSeconds, replaced ?? null, userAgent ?? null]
      await pool.query(createSession(table), values)
    },
    async read(id, use) {
      const { rows } = await pool.query<SessionRow>({
        name: `read session ${schema}`,
        text: readSession(table),
        values: [id, use, absoluteSeconds, idleSeconds],
      })
      return rows[0]
    },
    readIdle: (id) => readOne("id = $1 and ended_at is null", id),
    readNewest: (person) => readOne(newest, person),
    async confirm(id, { name, email, roles }, requestedMsAgo) {
      await pool.query(confirmSession(table), [id, name, email, roles, requestedMsAgo])
    },
    claimRenewal: async (id, tokens) =>
      (await pool.query(claimRenewal(table), [id, tokens])).rowCount === 1,
    async replaceTokens(id, old, tokens) {
      const text = `update ${table} set tokens = $3, renewal_claimed_at = null
        where id = $1 and tokens = $2 and ended_at is null`
      await pool.query(text, [id, old, tokens])
    },
    async end(id) {
      await pool.query(endSession(table), [id])
    },
    disown: async (id) => (await disown("one", id)).length > 0,
    endAll: (person) => disown("person", person),
    endEverybody: (but) => disown("everybody", but),
    endOthers: (person, but) => idsOf(endOthers(table), [person, but]),
    async list(person) {
      const values = [person, absoluteSeconds, idleSeconds]
      const { rows } = await pool.query<UseRow & UsableSession>(listSessions(table), values)
      return rows.map(({ signed_in_at, used_at, ...session }) => ({
        ...session,
        signedInAt: signed_in_at.toISOString(),
        usedAt: used_at.toISOString(),
      }))
    },
    async findPeople(text, limit) {
      const values = [text, absoluteSeconds, idleSeconds, limit]
      const { rows } = await pool.query<UseRow & PersonSessions>(findPeople(table), values)
      return rows.map(({ used_at, ...person }) => ({ ...person, usedAt: used_at.toISOString() }))
    },
  }
}
