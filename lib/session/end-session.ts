import "server-only"
import type { SessionConfig } from "./config"
import type { Discover } from "./discovery"

/**
 * Where a signed-out person goes to end the identity's session as well: its end-session page, told by
 * client id instead of a stored token (OpenID Connect RP-Initiated Logout), or `returnTo` where it has none.
 */
export async function endSessionUrl(
  { origin, clientId }: SessionConfig,
  discover: Discover,
  returnTo: string,
): Promise<string> {
  const back = new URL(returnTo, origin).href
  const discovery = await discover().catch(() => undefined)
  if (!discovery?.end_session_endpoint) return back
  const url = new URL(discovery.end_session_endpoint)
  url.searchParams.set("client_id", clientId)
  url.searchParams.set("post_logout_redirect_uri", back)
  return url.href
}
