import { randomBytes } from "node:crypto"
import { exportJWK, generateKeyPair, type JWK } from "jose"
import { z } from "zod"
import type { KeyedDocuments } from "@/lib/db"

/** The only algorithm for signing and verifying tokens. OpenID clients expect it by default. */
export const signingAlgorithm = "RS256"

const keysSchema = z.object({
  signing: z.record(z.string(), z.unknown()).transform((key) => key as JWK),
  cookies: z.array(z.string()).min(1),
})

/** The identity's private signing key (JWK) and the secrets that sign its cookies. */
export type IdentityKeys = z.infer<typeof keysSchema>

async function generateKeys(): Promise<IdentityKeys> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = randomBytes(8).toString("hex")
  return {
    signing: { ...jwk, kid, alg: signingAlgorithm, use: "sig" },
    cookies: [randomBytes(32).toString("base64url")],
  }
}

/**
 * The keys stored in the database, created on first use, so that restarts and several instances
 * share them.
 */
export async function loadIdentityKeys(documents: KeyedDocuments): Promise<IdentityKeys> {
  const stored = (await documents.get("IdentityKeys", "current"))?.value
  return keysSchema.parse(
    stored ?? (await documents.ensure("IdentityKeys", "current", await generateKeys())),
  )
}

/** The public half of a signing key. */
export const publicKeyOf = ({ kty, n, e, kid, alg, use }: JWK): JWK =>
  ({ kty, n, e, kid, alg, use }) as JWK
