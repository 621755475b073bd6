import type { Governor, QuotaRule, Timing } from "../governor"

/** The simplest policy within the quota, for comparison: first come, first served. */
export function createFirstCome(
  { limit, windowMs }: Pick<QuotaRule, "limit" | "windowMs">,
  time: Timing,
): Pick<Governor, "run"> {
  const waiting: (() => void)[] = []
  const leaves: number[] = []
  let callOff = () => {}

  function admit() {
    callOff()
    while ((leaves[0] ?? Number.POSITIVE_INFINITY) <= time.now()) leaves.shift()
    while (leaves.length < limit) {
      const next = waiting.shift()
      if (!next) return
      leaves.push(time.now() + windowMs)
      next()
    }
    callOff = time.after((leaves[0] ?? 0) - time.now(), admit)
  }

  return {
    async run(_ticket, call) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        admit()
      })
      return call(() => {})
    },
  }
}
