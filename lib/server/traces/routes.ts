import "server-only"
import { tracesContract } from "../../contract"
import type { Tracing } from "../../tracing"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"

/** The most requests of one person's pages that are added to traces in a minute; what comes beyond them is dropped. */
const maxAMinute = 600
const minuteMs = 60_000

/** How many more of so many a person may add; what is counted is forgotten each minute. */
function createAllowance(clock: () => number) {
  let minute = 0
  const used = new Map<string, number>()
  return (person: string, wanted: number): number => {
    const now = Math.floor(clock() / minuteMs)
    if (now !== minute) used.clear()
    minute = now
    const before = used.get(person) ?? 0
    const allowed = Math.min(wanted, maxAMinute - before)
    used.set(person, before + allowed)
    return allowed
  }
}

/** What pages add to traces: times, methods and statuses of their own requests, and no text. */
export function tracesRoutes({
  tracing,
  clock,
}: {
  readonly tracing: Pick<Tracing, "addPageSpan"> | undefined
  readonly clock: () => number
}): readonly BoundRoute[] {
  const allow = createAllowance(clock)
  return bindRoutes(tracesContract, {
    async reportSpans({ session, body: { spans } }) {
      if (!tracing) throw new BffError("unknown_path", { detail: "Traces are not recorded here." })
      const now = clock()
      for (const { agoMs, ...span } of spans.slice(0, allow(session.sub, spans.length)))
        tracing.addPageSpan({ ...span, startedAt: now - agoMs })
      return undefined
    },
  })
}
