import "server-only"
import { catalogue } from "../../catalogue"
import { createAnswerCache } from "../reads/cache/answer-cache"
import { openCopies as openPages } from "../reads/open-copies"
import { createShownOrders, type OrderedNames } from "../reads/shown-order"
import { withDeadline } from "../reads/with-deadline"
import type { Base } from "./base"
import type { OpenedCopies } from "./copies"

/** How long an edit waits until its copies are marked as behind, in milliseconds. */
const markedWithinMs = 2000

/** The sources of people's reads: copies, and the cache in front of the platform. */
export function openSources(
  { config, expensivePool, bus, clock, log }: Base,
  { replica, callsAMinute }: OpenedCopies,
  names: OrderedNames,
) {
  const { databaseUrl } = config
  const cache = createAnswerCache({ bus, clock, log })
  const orders = createShownOrders(catalogue, names)
  const parts = { databaseUrl, expensivePool, catalogue, replica, clock, callsAMinute }
  const copies = openPages({ ...parts, orders })
  return {
    cache,
    copies,
    /**
     * Called after an edit: marks its copies as behind until their next sync, and invalidates
     * cached answers.
     */
    async forget(record: string) {
      await withDeadline(replica.scheduleNow(record), markedWithinMs).catch(() => {})
      await cache.invalidate(record)
    },
    async close() {
      cache.close()
      await copies.close()
    },
  }
}

export type OpenedSources = ReturnType<typeof openSources>
