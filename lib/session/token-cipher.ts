import "server-only"
import { z } from "zod"
import { decryptText, deriveKey, encryptText } from "../encryption"

const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  rolesFrom: z.enum(["userinfo", "id_token"]),
})

/** The identity's tokens of one sign-in, and which of its answers carries the roles. */
export type IdentityTokens = z.infer<typeof tokensSchema>

const contentSchema = z.object({ id: z.string(), tokens: tokensSchema })

/** Seals the identity's tokens for one session, so that a reader of the store cannot use them. */
export interface TokenCipher {
  seal(id: string, tokens: IdentityTokens): string
  /** The tokens; undefined where they were sealed for another session or under another secret. */
  open(id: string, sealed: string): IdentityTokens | undefined
}

/** Tokens under a key derived from the dashboard's secret. */
export function createTokenCipher(secret: string): TokenCipher {
  const key = deriveKey(secret, "session")
  return {
    seal: (id, tokens) => encryptText(JSON.stringify({ id, tokens }), key),
    open(id, sealed) {
      try {
        const content = contentSchema.parse(JSON.parse(decryptText(sealed, key)))
        return content.id === id ? content.tokens : undefined
      } catch {
        return undefined
      }
    },
  }
}
