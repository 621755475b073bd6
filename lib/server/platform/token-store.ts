import "server-only"
import { z } from "zod"
import { createTextCipher, type SecretPair, type TextCipher } from "../../encryption"
import type { TokenStore } from "../../platform"
import type { SharedTexts } from "./shared-texts"

const tokenSchema = z.object({
  text: z.string(),
  renewAt: z.number().exactOptional(),
  expiresAt: z.number(),
})

/**
 * Undefined if it cannot be decrypted, because this instance has another secret or version; it then
 * requests its own token.
 */
function openToken(encrypted: string, cipher: TextCipher) {
  try {
    return tokenSchema.parse(JSON.parse(cipher.decrypt(encrypted)))
  } catch {
    return undefined
  }
}

/**
 * Stores the platform's token for all instances, encrypted under a key derived from the dashboard's
 * secret.
 */
export function createTokenStore({
  texts,
  clientId,
  clock,
  ...secrets
}: SecretPair & {
  texts: SharedTexts
  clientId: string
  clock: () => number
}): TokenStore {
  const name = `token:${clientId}`
  const cipher = createTextCipher(secrets, "token")
  return {
    async read() {
      const encrypted = await texts.read(name)
      return encrypted === undefined ? undefined : openToken(encrypted, cipher)
    },
    write: (token) =>
      texts.write(name, cipher.encrypt(JSON.stringify(token)), token.expiresAt - clock()),
  }
}
