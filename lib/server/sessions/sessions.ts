import "server-only"
import { LRUCache } from "lru-cache"
import {
  createIdentityClient,
  type Discover,
  groupsOverage,
  isSessionError,
  type NewSession,
  parseRoles,
  type Role,
  type Session,
  type SessionConfig,
  SessionError,
} from "../../session"
import { createTokenCipher, renewSession } from "./renew-session"
import type { SessionRow, SessionsTable } from "./table"

const showSession = ({ person, name, email, roles, expiresAt }: SessionRow): Session => ({
  sub: person,
  ...(name && { name }),
  ...(email && { email }),
  roles: parseRoles(roles),
  ...(roles.includes(groupsOverage) && { lacksGroups: true }),
  expiresAt,
})

interface SessionsDependencies {
  readonly config: SessionConfig
  readonly discover: Discover
  readonly table: SessionsTable
  /** Milliseconds from any fixed moment, such as `performance.now`. */
  readonly timer: () => number
  /** Called with errors of the identity or the table. */
  readonly onFault: (error: unknown) => void
  /** Called when the identity has ended a session. */
  readonly onDisowned?: (session: Session) => void
}

/**
 * How long a session is cached in memory: as long as another instance may take to notice its end.
 */
const rememberedMs = 10_000
const maxRemembered = 10_000
const maxUserAgent = 300

/**
 * Sessions of all instances; each function throws `SessionError` if the state cannot be determined.
 */
export function createSessions(dependencies: SessionsDependencies) {
  const { config, discover, table, timer, onFault, onDisowned } = dependencies
  const { roleClaim, roleMap } = config
  const cipher = createTokenCipher(config)
  const renewal = {
    table,
    identity: createIdentityClient(config, discover),
    cipher,
    roleClaim,
    roleMap,
    onFault,
    onDisowned: (row: SessionRow) => onDisowned?.(showSession(row)),
  }
  const remembered = new LRUCache<string, Promise<Session | undefined>>({
    max: maxRemembered,
    ttl: rememberedMs,
    perf: { now: timer },
    ttlResolution: 0,
  })

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isSessionError(error)) throw error
      onFault(error)
      throw new SessionError("store_unavailable", error)
    }
  }

  function forget(ids: readonly string[]) {
    for (const id of ids) for (const use of [true, false]) remembered.delete(`${id} ${use}`)
  }

  const load = (id: string, use: boolean) =>
    guard(async () => {
      const stored = await table.read(id, use)
      const session = stored && (await renewSession(renewal, stored))
      return session && showSession(session)
    })

  /** Ends several sessions and returns how many. */
  const endMany = (work: () => Promise<readonly string[]>) =>
    guard(async () => {
      const ended = await work()
      forget(ended)
      return ended.length
    })

  async function end(id: string): Promise<void> {
    forget([id])
    await guard(() => table.end(id))
    forget([id])
  }

  return {
    /** Starts a session and ends the browser's previous one, `replaced`. */
    start: (
      { refreshToken, rolesFrom, userAgent, ...signIn }: NewSession,
      id: string,
      replaced?: string,
    ) =>
      guard(async () => {
        const tokens = refreshToken ? cipher.encrypt({ id, refresh: refreshToken, rolesFrom }) : ""
        const row = { ...signIn, id, tokens, userAgent: userAgent?.slice(0, maxUserAgent) }
        const started = await table.create(row, replaced)
        if (replaced !== undefined) forget([replaced])
        return showSession(started)
      }),

    /**
     * The session with that id, undefined if it does not exist or has ended; `use` records this as
     * activity.
     */
    read(id: string, use: boolean): Promise<Session | undefined> {
      const key = `${id} ${use}`
      const known = remembered.get(`${id} true`) ?? remembered.get(key)
      if (known) return known
      const reading = load(id, use)
      const drop = () => void (remembered.peek(key) === reading && remembered.delete(key))
      remembered.set(key, reading)
      reading.then((session) => session ?? drop(), drop)
      return reading
    },

    /** Whether an active session ended only because the identity issued no refresh token. */
    isSignInDue: (id: string) => guard(() => table.isSignInDue(id)),

    /**
     * What a person may do now, even while they have no page open: holds as long as one of their
     * sessions lives, used or not. After a sign-out, the last confirmed roles hold until the
     * session would have expired; there are none if the identity, the person or an administrator
     * has ended all sessions.
     */
    rolesOf: (person: string): Promise<readonly Role[]> =>
      guard(async () => {
        for (;;) {
          const newest = await table.readNewest(person)
          if (!newest) return []
          const confirmed = newest.hasEnded ? newest : await renewSession(renewal, newest)
          // If the identity ends this session meanwhile, the person's other sessions are checked.
          if (confirmed) return parseRoles(confirmed.roles)
        }
      }),

    end,
    /** Ends all sessions of the person with this `sub` and returns how many there were. */
    endAll: (person: string) => endMany(() => table.endAll(person)),
    /** Ends everybody's sessions except the one with this id and returns how many there were. */
    endEverybody: (but: string | undefined) => endMany(() => table.endEverybody(but)),
    /**
     * Ends a person's sessions except the one with this id, like signing out of each, and returns
     * how many there were.
     */
    endOthers: (person: string, but: string | undefined) =>
      endMany(() => table.endOthers(person, but)),
    /** Ends a person's session with this id; false if they have no such session. */
    async endOwn(person: string, id: string): Promise<boolean> {
      const isTheirs = (await guard(() => table.list(person))).some((own) => own.id === id)
      if (isTheirs) await end(id)
      return isTheirs
    },
    /** A person's sessions, most recently used first, at most 200. */
    list: (person: string) => guard(() => table.list(person)),
    /**
     * Signed-in people whose id equals the text, or whose name or e-mail contains it, most recently
     * seen first.
     */
    findPeople: (text: string, limit: number) => guard(() => table.findPeople(text, limit)),
  }
}

export type Sessions = ReturnType<typeof createSessions>
