/** W3C Trace Context, version 00; ids of zeros are none. */
const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The `traceparent` that a client or a proxy sent; undefined where it is not valid. */
export const traceparentOf = (given: string | null | undefined): string | undefined =>
  given && pattern.test(given) ? given : undefined
