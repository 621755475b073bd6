import { z } from "zod"
import { parseRoles, type Role } from "./roles"

/** A session ends this long after sign-in, whatever happens in between. */
export const sessionSeconds = 8 * 60 * 60

/** A signed-in person, as pages and handlers see them; nothing in it opens the platform or the identity. */
export interface Session {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly roles: readonly Role[]
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  name: z.string().nullish(),
  email: z.string().nullish(),
  roles: z.unknown().transform(parseRoles),
  signedInAt: z.number(),
})

/** The session that a cookie's decrypted claims hold, or undefined where they are none of ours or 8 h old. */
export function parseSession(claims: unknown, now: number): Session | undefined {
  const parsed = claimsSchema.safeParse(claims)
  if (!parsed.success) return undefined
  const { sub, name, email, roles, signedInAt } = parsed.data
  const expiresAt = (signedInAt + sessionSeconds) * 1000
  if (now >= expiresAt) return undefined
  return { sub, ...(name && { name }), ...(email && { email }), roles, expiresAt }
}
