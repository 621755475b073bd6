const longest = 3600

/** Seconds to wait by a `Retry-After` header of seconds or an HTTP date (RFC 9110, 10.2.3); at most an hour, undefined where it says nothing. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), longest)
}
