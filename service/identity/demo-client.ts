import type { ClientMetadata, Provider } from "oidc-provider"
import { parseLoopbackUrl } from "./loopback"

/** The only client of the embedded identity (architecture "Contracts"). */
export const demoClient = { id: "demo-dashboard", secret: "demo-dashboard-secret" } as const

/** Where people return after signing in, on any loopback host and port. */
export const callbackPath = "/api/auth/callback/oidc"

/** Registered with one address. `allowLoopbackRedirects` permits the others. */
export const demoClientMetadata: ClientMetadata = {
  client_id: demoClient.id,
  client_secret: demoClient.secret,
  client_name: "Workplace Reporting",
  grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  response_types: ["code"],
  redirect_uris: [`http://localhost:3000${callbackPath}`],
  token_endpoint_auth_method: "client_secret_basic",
}

/** Accepts the callback on every loopback host and port. */
export function allowLoopbackRedirects({ Client }: Provider): void {
  Client.prototype.redirectUriAllowed = (text) => {
    const url = parseLoopbackUrl(text)
    return url !== undefined && url.pathname === callbackPath && url.search === ""
  }
}
