import "server-only"
import { hkdfSync } from "node:crypto"
import { CompactEncrypt, compactDecrypt } from "jose"
import { z } from "zod"

const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  rolesFrom: z.enum(["userinfo", "id_token"]),
})

/** The identity's tokens of one sign-in, and which of its answers carries the roles. */
export type IdentityTokens = z.infer<typeof tokensSchema>

/** Seals the identity's tokens for one session, so that a reader of the store cannot use them. */
export interface TokenSeal {
  seal(id: string, tokens: IdentityTokens): Promise<string>
  /** The tokens; undefined where they were sealed for another session or under another secret. */
  open(id: string, sealed: string): Promise<IdentityTokens | undefined>
}

/** Tokens under a key derived from the dashboard's secret. */
export function createTokenSeal(secret: string): TokenSeal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "workplace-reporting session", 32))
  return {
    seal: (id, tokens) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(tokens)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: id })
        .encrypt(key),
    async open(id, sealed) {
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        })
        if (protectedHeader.kid !== id) return undefined
        return tokensSchema.parse(JSON.parse(new TextDecoder().decode(plaintext)))
      } catch {
        return undefined
      }
    },
  }
}
