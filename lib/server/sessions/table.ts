import { type Pool, quoteName } from "../../db"
import { type PersonFacts, sessionLimits } from "../../session"

export interface SessionRow extends PersonFacts {
  readonly id: string
  /** The identity's id for the person, its `sub` claim. */
  readonly person: string
  /** The encrypted refresh token; empty if the identity issued none. */
  readonly tokens: string
  /** When it expires at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
  /** Milliseconds since the identity last confirmed the person. */
  readonly confirmedMsAgo: number
}

interface SessionUse {
  /** The user agent at sign-in; null if unknown. */
  readonly userAgent: string | null
  /** ISO time. */
  readonly signedInAt: string
  /** When it was last used, to within 30 s. */
  readonly usedAt: string
}

/** A session that can still be used. */
export interface UsableSession extends SessionUse {
  readonly id: string
}

/** A signed-in person, their number of sessions, and when one was last used. */
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

/**
 * Sessions of all instances, one row each, timed by PostgreSQL's clock; ended sessions count as
 * absent.
 */
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

  /**
   * Ends sessions and removes their roles, including those of sessions that ended earlier, since
   * nobody vouches for them any more.
   */
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
    /** Starts a session, ends the one it replaces, and deletes a few that expired long ago. */
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

    /** The session; `use` records activity, which is written at most every 30 s. */
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

    /** Whether an active session ended only because the identity issued no refresh token. */
    async isSignInDue(id: string): Promise<boolean> {
      const text = `select from ${table} where id = $1 and ended_at is null and tokens = ''
        and ${isUsed} and signed_in_at > now() - ${longest} and ${expiry} <= now()`
      return (await pool.query(text, [id])).rowCount === 1
    },

    /**
     * The person's most recently confirmed session, used or not, or the last one to end if none
     * lives.
     */
    async readNewest(
      person: string,
    ): Promise<(SessionRow & { readonly hasEnded: boolean }) | undefined> {
      const text = `select ${columns}, ended_at is not null as "hasEnded" from ${table}
        where person = $1 and signed_in_at > now() - ${longest}
        order by ended_at desc nulls first, confirmed_at desc limit 1`
      return (await pool.query<SessionRow & { hasEnded: boolean }>(text, [person])).rows[0]
    },

    /**
     * The refresh token, for the one caller that may now confirm a session with the identity. The
     * claim expires after twenty seconds, longer than the identity's timeout.
     */
    async claimRenewal(id: string, unconfirmedMs: number): Promise<string | undefined> {
      const text = `update ${table} set renewal_claimed_at = clock_timestamp()
        where id = $1 and ended_at is null and confirmed_at <= now() - $2 * interval '1 ms'
          and (renewal_claimed_at is null
            or renewal_claimed_at < clock_timestamp() - interval '20 s')
        returning tokens`
      return (await pool.query<{ tokens: string }>(text, [id, unconfirmedMs])).rows[0]?.tokens
    },

    async replaceTokens(id: string, tokens: string): Promise<void> {
      const text = `update ${table} set tokens = $2 where id = $1 and ended_at is null`
      await pool.query(text, [id, tokens])
    },

    /** Stores the identity's confirmation; false if the session has ended meanwhile. */
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

    /** Ends it and removes its roles; true for the one caller that ended it. */
    disown: async (id: string) => (await disown("id = $1", id)).length > 0,
    /** Same, for all of a person's sessions; returns their ids. */
    endAll: (person: string) => disown("person = $1", person),
    /** Same, for everybody's sessions except one. */
    endEverybody: (but: string | undefined) => disown("id is distinct from $1", but),
    /** Ends a person's sessions except one, like signing out of each. */
    endOthers: (person: string, but: string | undefined) =>
      idsOf(
        `update ${table} set ended_at = clock_timestamp(), tokens = ''
         where person = $1 and id is distinct from $2 and ended_at is null returning id`,
        person,
        but,
      ),

    /** A person's usable sessions, most recently used first, at most 200. */
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

    /**
     * People with usable sessions whose id equals the text, or whose name or e-mail contains it,
     * most recently seen first.
     */
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
