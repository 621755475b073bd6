import "server-only"
import { z } from "zod"
import { isSecureAddress } from "./secure-address"

const endpoint = z.url({ protocol: /^https?$/ }).refine(isSecureAddress, "must be an https address")
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  end_session_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

/** What an identity tells of itself (OpenID Connect Discovery), as far as it is used. */
export type Discovery = z.infer<typeof discoverySchema>

/** The identity's document; throws where none is to be had within 5 s, or where it is of another issuer. */
export type Discover = () => Promise<Discovery>

const keptMs = 10 * 60_000
const deadlineMs = 5_000

const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, "")

async function readDiscovery(issuer: string): Promise<Discovery> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(deadlineMs),
    redirect: "error",
    cache: "no-store",
  })
  const discovery = discoverySchema.parse(await answer.json())
  if (withoutSlash(discovery.issuer) !== withoutSlash(issuer))
    throw new Error("The identity's discovery document is of another issuer.")
  return discovery
}

/** Reads the identity's discovery document, once for all who ask at the same time, and remembers it for ten minutes. */
export function createDiscovery(issuer: string, timer: () => number): Discover {
  let kept: { readonly discovery: Promise<Discovery>; readonly until: number } | undefined
  return () => {
    if (kept && timer() < kept.until) return kept.discovery
    const discovery = readDiscovery(issuer)
    const reading = { discovery, until: timer() + keptMs }
    kept = reading
    discovery.catch(() => {
      if (kept === reading) kept = undefined
    })
    return discovery
  }
}

/** Whether the client's secret goes into the Authorization header (RFC 6749, 2.3.1); else it goes into the form. */
export const takesBasic = ({
  token_endpoint_auth_methods_supported: methods = ["client_secret_basic"],
}: Discovery): boolean => methods.includes("client_secret_basic")
