import { createHash } from "node:crypto"
import { personShare, type QuotaRule } from "./quota-rule"
import { runningTime } from "./timing"

const maxOwners = 1000

/** A short name for a person that does not tell who it is; "" for nobody. */
export const nameOwner = (person: string | undefined): string =>
  person ? createHash("sha256").update(person).digest("hex").slice(0, 12) : ""

/** What this instance last heard of how many calls owners have in the window, and of the share that counts; forgotten after one. */
export function createOwnerCalls(rule: QuotaRule, clock = runningTime.now) {
  const share = personShare(rule)
  let counting = share
  const heard = new Map<string, { readonly calls: number; readonly until: number }>()

  function countOf(owner: string): number {
    const { calls, until } = heard.get(owner) ?? { calls: 0, until: 0 }
    return clock() < until ? calls : 0
  }

  return {
    /** While there is much room. */
    share,
    hear(calls: Readonly<Record<string, number>>, shareNow = counting) {
      counting = shareNow
      const until = clock() + rule.windowMs
      for (const [owner, count] of Object.entries(calls)) {
        heard.delete(owner)
        heard.set(owner, { calls: count, until })
      }
      for (const owner of heard.keys()) {
        if (heard.size <= maxOwners) break
        heard.delete(owner)
      }
    },
    countOf,
    /** Whether the owner has had their share. */
    isBehind: (owner: string): boolean => countOf(owner) >= counting,
  }
}

export type OwnerCalls = ReturnType<typeof createOwnerCalls>
