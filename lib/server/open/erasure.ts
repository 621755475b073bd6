import "server-only"
import { catalogue } from "../../catalogue"
import { addErasure } from "../audit/table"
import { erasureRoutes } from "../erasure/routes"
import { instanceName } from "../http/instance-name"
import { startRetention } from "../retention/retention"
import type { Base } from "./base"
import type { OpenedSources } from "./reads"

/** Erases people, and removes data past its retention. */
export function openErasure({ config, expensivePool: pool, log }: Base, { cache }: OpenedSources) {
  const stop = startRetention({ pool, days: config.retention, log })
  return {
    routes: erasureRoutes({
      catalogue,
      pool,
      recordErasure: (by) => (erased, session) =>
        addErasure(session, { ...erased, by, instance: instanceName }),
      forgetAnswers: () => Promise.all(Object.keys(catalogue.records).map(cache.invalidate)),
    }),
    stop: () => void stop(),
    close: stop,
  }
}
