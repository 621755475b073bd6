import "server-only"
import { catalogue } from "../../catalogue"
import { createAnswerCache } from "../reads/cache/answer-cache"
import { openCopies as openPages } from "../reads/open-copies"
import { createShownOrders, type OrderedNames } from "../reads/shown-order"
import { withDeadline } from "../reads/with-deadline"
import type { Base } from "./base"
import type { OpenedCopies } from "./copies"

/** How long an edit waits until its copies are known to be behind, in milliseconds. */
const markedWithinMs = 2000

/** What people's reads are answered from: copies, and the cache in front of the platform. */
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
    /** After an edit: copies are not asked until they have been synced, behind the edit, and cached answers are forgotten. */
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
