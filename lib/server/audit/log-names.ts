import "server-only"
import { createHmac } from "node:crypto"
import { LRUCache } from "lru-cache"
import { deriveKey } from "../../encryption"

const maxNames = 10_000

/**
 * What people are called in the log: a digest of the identity's id under a key of the dashboard's secret,
 * equal for one person at all instances. Whoever has the log alone cannot find out who it is by trying ids.
 */
export function createLogNames(secret: string): (subject: string) => string {
  const key = deriveKey(secret, "person in the log")
  const names = new LRUCache<string, string>({ max: maxNames })
  return (subject) => {
    const known = names.get(subject)
    if (known !== undefined) return known
    const name = createHmac("sha256", key).update(subject).digest("base64url").slice(0, 16)
    names.set(subject, name)
    return name
  }
}
