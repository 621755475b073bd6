import { z } from "zod"
import { parseRoles, type Role } from "./roles"
import type { StoredSession } from "./session-store"

/** When a session ends, in seconds: so long after sign-in whatever happens, and so long after it was last used. */
export const sessionLimits = { absoluteSeconds: 8 * 60 * 60, idleSeconds: 30 * 60 } as const

/** A signed-in person, as pages and handlers see them; nothing in it opens the platform or the identity. */
export interface Session {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly roles: readonly Role[]
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
}

const claimsSchema = z.object({ sid: z.uuid() })

/** The id of the session that a cookie's decrypted claims name, or undefined where they are none of ours. */
export const parseSessionId = (claims: unknown): string | undefined =>
  claimsSchema.safeParse(claims).data?.sid

/** A stored session as pages and handlers see it. */
export const showSession = ({ person, name, email, roles, expiresAt }: StoredSession): Session => ({
  sub: person,
  ...(name && { name }),
  ...(email && { email }),
  roles: parseRoles(roles),
  expiresAt,
})
