import { createHash } from "node:crypto"
import { personShare, type QuotaRule } from "./quota-rule"

const mostOwners = 1000

/** A short name for a person that does not tell who it is; "" for nobody. */
export const nameOwner = (person: string | undefined): string =>
  person ? createHash("sha256").update(person).digest("hex").slice(0, 12) : ""

/** What this instance last heard of how many calls owners have in the window; forgotten after one. */
export function createOwnerCalls(rule: QuotaRule, clock = () => performance.now()) {
  const share = personShare(rule)
  const heard = new Map<string, { readonly calls: number; readonly until: number }>()

  return {
    share,
    hear(calls: Readonly<Record<string, number>>) {
      const until = clock() + rule.windowMs
      for (const [owner, count] of Object.entries(calls)) {
        heard.delete(owner)
        heard.set(owner, { calls: count, until })
      }
      for (const owner of heard.keys()) {
        if (heard.size <= mostOwners) break
        heard.delete(owner)
      }
    },
    /** Whether the owner has had their share. */
    isBehind(owner: string): boolean {
      const { calls, until } = heard.get(owner) ?? { calls: 0, until: 0 }
      return calls >= share && clock() < until
    },
  }
}

export type OwnerCalls = ReturnType<typeof createOwnerCalls>
