/** W3C Trace Context, version 00. All-zero ids are invalid. */
const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The `traceparent` sent by a client or proxy. Undefined if it is invalid. */
export const traceparentOf = (given: string | null | undefined): string | undefined =>
  given && pattern.test(given) ? given : undefined
