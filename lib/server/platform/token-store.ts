import "server-only"
import { z } from "zod"
import { decryptText, deriveKey, encryptText } from "../../encryption"
import type { TokenStore } from "../../platform"
import type { SharedTexts } from "./shared-texts"

const tokenSchema = z.object({
  text: z.string(),
  renewAt: z.number().exactOptional(),
  expiresAt: z.number(),
})

function parseToken(json: string) {
  try {
    return tokenSchema.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** Keeps the platform's token for all instances, sealed under a key derived from the dashboard's secret. */
export function createTokenStore({
  texts,
  secret,
  clientId,
  clock,
}: {
  texts: SharedTexts
  secret: string
  clientId: string
  clock: () => number
}): TokenStore {
  const name = `token:${clientId}`
  const key = deriveKey(secret, "token")
  return {
    async read() {
      const encrypted = await texts.read(name)
      return encrypted === undefined ? undefined : parseToken(decryptText(encrypted, key))
    },
    write: (token) =>
      texts.write(name, encryptText(JSON.stringify(token), key), token.expiresAt - clock()),
  }
}
