import "server-only"
import { hkdfSync } from "node:crypto"
import { z } from "zod"
import { openText, sealText } from "../store"
import type { TokenVault } from "../upstream"
import type { SharedTexts } from "./shared-texts"

const tokenSchema = z.object({ text: z.string(), expiresAt: z.number() })

function parseToken(json: string) {
  try {
    return tokenSchema.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** Keeps the platform's token for all instances, sealed under a key derived from the dashboard's secret. */
export function createTokenVault({
  texts,
  secret,
  clientId,
  clock,
}: {
  texts: SharedTexts
  secret: string
  clientId: string
  clock: () => number
}): TokenVault {
  const name = `token:${clientId}`
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "workplace-reporting token", 32))
  return {
    async read() {
      const sealed = await texts.read(name)
      return sealed === undefined ? undefined : parseToken(openText(sealed, key))
    },
    write: ({ text, expiresAt }) =>
      texts.write(name, sealText(JSON.stringify({ text, expiresAt }), key), expiresAt - clock()),
  }
}
