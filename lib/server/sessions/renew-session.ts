import "server-only"
import { z } from "zod"
import { createTextCipher, type SecretPair } from "../../encryption"
import {
  type IdentityClient,
  type PersonFacts,
  type RoleRule,
  readFacts,
  SessionError,
} from "../../session"
import type { SessionRow, SessionsTable } from "./table"

const tokenSchema = z.object({
  id: z.string(),
  refresh: z.string(),
  rolesFrom: z.enum(["userinfo", "id_token"]),
})

/** A session's refresh token, and which response of the identity contains its roles. */
type RefreshToken = z.infer<typeof tokenSchema>

/**
 * Encrypts refresh tokens under a key derived from the dashboard's secret, so that a reader of the
 * table cannot use them.
 */
export function createTokenCipher(secrets: SecretPair) {
  const cipher = createTextCipher(secrets, "session")
  return {
    encrypt: (token: RefreshToken): string => cipher.encrypt(JSON.stringify(token)),
    /**
     * The token; undefined if it belongs to another session or was encrypted under another secret.
     */
    decrypt(id: string, encrypted: string): RefreshToken | undefined {
      try {
        const token = tokenSchema.parse(JSON.parse(cipher.decrypt(encrypted)))
        return token.id === id ? token : undefined
      } catch {
        return undefined
      }
    },
  }
}

interface RenewalParts extends RoleRule {
  readonly table: SessionsTable
  readonly identity: IdentityClient
  readonly cipher: ReturnType<typeof createTokenCipher>
  /** Called when the identity has ended a session, on one instance only. */
  readonly onDisowned: (session: SessionRow) => void
  readonly onFault: (error: unknown) => void
}

/**
 * Who the identity says this is now, or "ended" if it no longer knows the sign-in; throws if it
 * does not respond.
 */
async function askIdentity(
  { table, identity, cipher, ...rule }: RenewalParts,
  session: SessionRow,
): Promise<PersonFacts | "ended"> {
  const { id, person, tokens } = session
  const token = cipher.decrypt(id, tokens)
  const renewal = token ? await identity.renew(token.refresh) : "refused"
  if (!token || renewal === "refused") return "ended"
  const { access, refresh = token.refresh, idToken } = renewal
  // Stored before the next request: the previous token may be single-use.
  await table.replaceTokens(id, cipher.encrypt({ ...token, refresh }))
  if (token.rolesFrom === "id_token" && idToken === undefined) {
    // Roles that cannot be re-read stay valid as long as without a refresh token.
    await table.replaceTokens(id, "")
    return session
  }
  const claims =
    idToken !== undefined && token.rolesFrom === "id_token"
      ? await identity.verify(idToken)
      : await identity.readClaims(access)
  if (typeof claims === "string" || claims["sub"] !== person) return "ended"
  return readFacts(claims, rule, session)
}

/**
 * The maximum age of the identity's confirmation in milliseconds: before it is renewed, and if the
 * identity does not respond.
 */
const ages = { due: 4 * 60_000, max: 10 * 60_000 } as const

/**
 * Synchronizes a session with the identity, on one instance at a time. Returns the current session;
 * undefined if it has ended. Throws `SessionError` if the identity has not responded for too long.
 */
export async function renewSession(
  parts: RenewalParts,
  session: SessionRow,
): Promise<SessionRow | undefined> {
  const { table, onDisowned, onFault } = parts
  if (session.tokens === "" || session.confirmedMsAgo < ages.due) return session
  const believe = (error?: unknown) => {
    if (session.confirmedMsAgo < ages.max) return session
    throw new SessionError("identity_unreachable", error)
  }
  const tokens = await table.claimRenewal(session.id, ages.due)
  if (tokens === undefined) return believe()
  let answer: PersonFacts | "ended"
  try {
    answer = await askIdentity(parts, { ...session, tokens })
  } catch (error) {
    onFault(error)
    return believe(error)
  }
  if (answer === "ended") {
    if (await table.disown(session.id)) onDisowned(session)
    return undefined
  }
  const { name, email, roles } = answer
  return (await table.confirm(session.id, answer)) ? { ...session, name, email, roles } : undefined
}
