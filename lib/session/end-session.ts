import "server-only"
import { z } from "zod"
import type { SessionConfig } from "./config"

const discoverySchema = z.object({ end_session_endpoint: z.url().optional() })
const patienceMs = 5_000

async function discoverEndpoint({ issuer }: SessionConfig): Promise<string | undefined> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(patienceMs),
    cache: "no-store",
  })
  return discoverySchema.parse(await answer.json()).end_session_endpoint
}

/**
 * Where a signed-out person goes to end the identity's session as well: its end-session page, told by
 * client id instead of a stored token (OpenID Connect RP-Initiated Logout), or `returnTo` where it has none.
 */
export async function endSessionUrl(config: SessionConfig, returnTo: string): Promise<string> {
  const back = new URL(returnTo, config.origin).href
  const endpoint = await discoverEndpoint(config).catch(() => undefined)
  if (!endpoint) return back
  const url = new URL(endpoint)
  url.searchParams.set("client_id", config.clientId)
  url.searchParams.set("post_logout_redirect_uri", back)
  return url.href
}
