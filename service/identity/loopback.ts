const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"])

/** Whether a host name or address is reachable only from this machine. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.has(host)

/**
 * The parsed URL if it is plain http(s) on a loopback host, without user info or fragment.
 * Otherwise undefined.
 */
export function parseLoopbackUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !["http:", "https:"].includes(url.protocol)) return undefined
  if (url.username || url.password || text.includes("#")) return undefined
  return isLoopbackHost(url.hostname) ? url : undefined
}

/** The embedded identity would have been reachable from other machines. */
export class ExposedIdentityError extends Error {
  override name = "ExposedIdentityError"
}

/** Throws if sign-in with a public password would be reachable by others. */
export function assertLoopbackOnly(host: string, publicUrl: string): void {
  const reason = "because the embedded identity's password is public"
  if (!isLoopbackHost(host))
    throw new ExposedIdentityError(`The service must listen on a loopback address, ${reason}.`)
  if (!parseLoopbackUrl(publicUrl))
    throw new ExposedIdentityError(`SERVICE_PUBLIC_URL must name a loopback host, ${reason}.`)
}
