import { hash } from "node:crypto"

const keyLength = 22

/** What tells a person from others where their id shall not stand, such as in a header. */
export const personKey = (sub: string): string =>
  hash("sha256", sub, "base64url").slice(0, keyLength)
