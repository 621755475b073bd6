import { type Pool, quoteName } from "../../db"
import { type PersonFacts, sessionLimits } from "../../session"

/** A session that has not ended. */
export interface SessionRow extends PersonFacts {
  readonly id: string
  /** The identity's name for the person, its `sub` claim. */
  readonly person: string
  /** The refresh token, encrypted; empty where the identity gave none. */
  readonly tokens: string
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
  /** Milliseconds since the identity was last asked who this is. */
  readonly confirmedMsAgo: number
}

interface SessionUse {
  /** What the browser called itself at the sign-in; null where that is not known. */
  readonly userAgent: string | null
  /** ISO time. */
  readonly signedInAt: string
  /** When it was last used, to half a minute. */
  readonly usedAt: string
}

/** A session that somebody can still use. */
export interface UsableSession extends SessionUse {
  readonly id: string
}

/** Somebody who is signed in, with how many sessions, and when one of them was last used. */
export interface PersonSessions {
  readonly person: string
  readonly name: string | null
  readonly email: string | null
  readonly sessions: number
  readonly usedAt: string
}

const { absoluteSeconds, withoutRefreshSeconds, idleSeconds } = sessionLimits
const longest = `interval '${absoluteSeconds} s'`
const expiry = `signed_in_at +
  case tokens when '' then interval '${withoutRefreshSeconds} s' else ${longest} end`
const isUsed = `used_at > now() - interval '${idleSeconds} s'`
const isUsable = `ended_at is null and ${isUsed} and ${expiry} > now()`
const columns = `id, person, name, email, roles, tokens,
  extract(epoch from ${expiry})::float8 * 1000 as "expiresAt",
  extract(epoch from now() - confirmed_at)::float8 * 1000 as "confirmedMsAgo"`

const maxListed = 200

/** People's sessions, one row each, shared by all instances, by PostgreSQL's clock; ended ones are as good as absent. */
export function createSessionsTable({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}) {
  const table = `${quoteName(schema)}.session`

  /** The ids of the sessions that a statement ended. */
  const idsOf = async (text: string, ...values: (string | undefined)[]): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id)

  /** Ends sessions and forgets their roles, also those of sessions that ended before: nobody stands for them any more. */
  const disown = (whose: string, value: string | undefined) =>
    idsOf(
      `with disowned as (
         update ${table} as session set ended_at = coalesce(session.ended_at, clock_timestamp()),
           tokens = '', roles = '{}'
         from ${table} as before where session.${whose} and before.id = session.id
         returning session.id, before.ended_at is null as was_open
       )
       select id from disowned where was_open`,
      value,
    )

  return {
    /** Begins a session, ends the one that it takes the place of, and deletes a few that are long over. */
    async create(
      session: Pick<SessionRow, "id" | "person" | "name" | "email" | "roles" | "tokens"> & {
        readonly userAgent?: string | undefined
      },
      replaced?: string,
    ): Promise<SessionRow> {
      const { id, person, name, email, roles, tokens, userAgent = null } = session
      const text = `
        with over as (
          delete from ${table} where id in (
            select id from ${table} where signed_in_at < now() - ${longest}
            limit 20 for update skip locked
          )
        ), replaced as (
          update ${table} set ended_at = clock_timestamp(), tokens = ''
          where id = $7 and ended_at is null
        )
        insert into ${table} (id, person, name, email, roles, tokens, user_agent)
        values ($1, $2, $3, $4, $5, $6, $8) returning ${columns}`
      const values = [id, person, name, email, roles, tokens, replaced ?? null, userAgent]
      const [row] = (await pool.query<SessionRow>(text, values)).rows
      if (!row) throw new Error("The session was not stored.")
      return row
    },

    /** The session; `use` counts this as a use of it, which is written every 30 s at most. */
    async read(id: string, use: boolean): Promise<SessionRow | undefined> {
      const text = `
        with used as (
          update ${table} set used_at = now()
          where id = $1 and $2 and used_at < now() - interval '30 s' and ${isUsable}
        )
        select ${columns} from ${table} where id = $1 and ${isUsable}`
      const values = [id, use]
      return (await pool.query<SessionRow>({ name: `read session ${schema}`, text, values }))
        .rows[0]
    },

    /** Whether a session that was in use is over only because the identity gave it no refresh token. */
    async isSignInDue(id: string): Promise<boolean> {
      const text = `select from ${table} where id = $1 and ended_at is null and tokens = ''
        and ${isUsed} and signed_in_at > now() - ${longest} and ${expiry} <= now()`
      return (await pool.query(text, [id])).rowCount === 1
    },

    /** A person's session, used or not, that was confirmed last, or the last one that has ended where none lives. */
    async readNewest(
      person: string,
    ): Promise<(SessionRow & { readonly hasEnded: boolean }) | undefined> {
      const text = `select ${columns}, ended_at is not null as "hasEnded" from ${table}
        where person = $1 and signed_in_at > now() - ${longest}
        order by ended_at desc nulls first, confirmed_at desc limit 1`
      return (await pool.query<SessionRow & { hasEnded: boolean }>(text, [person])).rows[0]
    },

    /**
     * The refresh token, for the one caller who may now ask the identity about a session that was not
     * confirmed for so long; the right to it lapses after twenty seconds, longer than the identity may take.
     */
    async claimRenewal(id: string, unconfirmedMs: number): Promise<string | undefined> {
      const text = `update ${table} set renewal_claimed_at = clock_timestamp()
        where id = $1 and ended_at is null and confirmed_at <= now() - $2 * interval '1 ms'
          and (renewal_claimed_at is null
            or renewal_claimed_at < clock_timestamp() - interval '20 s')
        returning tokens`
      return (await pool.query<{ tokens: string }>(text, [id, unconfirmedMs])).rows[0]?.tokens
    },

    /** Stores a renewed refresh token. */
    async replaceTokens(id: string, tokens: string): Promise<void> {
      const text = `update ${table} set tokens = $2 where id = $1 and ended_at is null`
      await pool.query(text, [id, tokens])
    },

    /** Stores what the identity said; false where the session has ended meanwhile. */
    async confirm(id: string, { name, email, roles }: PersonFacts): Promise<boolean> {
      const text = `update ${table} set name = $2, email = $3, roles = $4,
          confirmed_at = renewal_claimed_at, renewal_claimed_at = null
        where id = $1 and ended_at is null`
      return (await pool.query(text, [id, name, email, roles])).rowCount === 1
    },

    async end(id: string): Promise<void> {
      const text = `update ${table} set ended_at = clock_timestamp(), tokens = ''
        where id = $1 and ended_at is null`
      await pool.query(text, [id])
    },

    /** Ends it and forgets its roles; true for the one caller who ended it. */
    disown: async (id: string) => (await disown("id = $1", id)).length > 0,
    /** Ends all of a person's sessions so; their ids. */
    endAll: (person: string) => disown("person = $1", person),
    /** Ends everybody's sessions so, but for one. */
    endEverybody: (but: string | undefined) => disown("id is distinct from $1", but),
    /** Ends all of a person's sessions but one, as a sign-out of each does. */
    endOthers: (person: string, but: string | undefined) =>
      idsOf(
        `update ${table} set ended_at = clock_timestamp(), tokens = ''
         where person = $1 and id is distinct from $2 and ended_at is null returning id`,
        person,
        but,
      ),

    /** A person's sessions that can still be used, the last used first, 200 at most. */
    async list(person: string): Promise<readonly UsableSession[]> {
      const text = `select id, user_agent as "userAgent", signed_in_at, used_at from ${table}
        where person = $1 and ${isUsable} order by used_at desc, id limit ${maxListed}`
      const { rows } = await pool.query<UsableSession & { signed_in_at: Date; used_at: Date }>(
        text,
        [person],
      )
      return rows.map(({ signed_in_at, used_at, ...session }) => ({
        ...session,
        signedInAt: signed_in_at.toISOString(),
        usedAt: used_at.toISOString(),
      }))
    },

    /** Those who have such sessions and whose id is this text, or whose name or e-mail has it, the last seen first. */
    async findPeople(text: string, limit: number): Promise<readonly PersonSessions[]> {
      const statement = `
        select person, (array_agg(name order by confirmed_at desc))[1] as name,
          (array_agg(email order by confirmed_at desc))[1] as email,
          count(*)::int4 as sessions, max(used_at) as used_at
        from ${table}
        where ${isUsable} and (person = $1
          or position(lower($1) in lower(name)) > 0 or position(lower($1) in lower(email)) > 0)
        group by person order by max(used_at) desc, person limit $2`
      const values = [text, limit]
      const { rows } = await pool.query<PersonSessions & { used_at: Date }>(statement, values)
      return rows.map(({ used_at, ...person }) => ({ ...person, usedAt: used_at.toISOString() }))
    },
  }
}

export type SessionsTable = ReturnType<typeof createSessionsTable>
