import "server-only"
import { createHmac } from "node:crypto"
import { LRUCache } from "lru-cache"
import { deriveKey } from "../../encryption"

const maxNames = 10_000

/**
 * Pseudonyms for people in the log: a digest of the identity's id, keyed by the dashboard's secret,
 * so it is the same on all instances. Without the secret, nobody can recover an id by trying
 * candidates.
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
