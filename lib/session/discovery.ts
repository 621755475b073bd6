import "server-only"
import { z } from "zod"

const endpoint = z.url({ protocol: /^https?$/ })
const discoverySchema = z.object({
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

/** What an identity tells of itself (OpenID Connect Discovery), as far as it is used after sign-in. */
export type Discovery = z.infer<typeof discoverySchema>

const keptMs = 10 * 60_000

/** Reads the identity's discovery document and remembers it for ten minutes; throws where there is none to be had. */
export function createDiscovery(
  issuer: string,
  timer: () => number,
): (signal: AbortSignal) => Promise<Discovery> {
  let kept: { readonly discovery: Discovery; readonly until: number } | undefined
  return async (signal) => {
    if (kept && timer() < kept.until) return kept.discovery
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
      signal,
      redirect: "error",
      cache: "no-store",
    })
    const discovery = discoverySchema.parse(await answer.json())
    kept = { discovery, until: timer() + keptMs }
    return discovery
  }
}
