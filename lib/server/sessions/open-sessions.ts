import "server-only"
import type { openPool } from "../../db"
import type { Bus } from "../../db/bus"
import {
  createSessions,
  type Discover,
  type Session,
  type SessionChanges,
  type SessionConfig,
  type Sessions,
  sessionLimits,
} from "../../session"
import { describeError, type Log } from "../http/log"
import { createSessionsTable } from "./table"

const topic = "session-changed"

const changesOn = (bus: Bus): SessionChanges => ({
  announce: (id) => bus.publish(topic, id),
  onChange: (listener) => void bus.subscribe(topic, listener),
  onGap: (listener) => void bus.onGap(listener),
})

/** Sessions in the dashboard's database, whose changes go over the bus. */
export function openSessions({
  config,
  discover,
  pool,
  bus,
  log,
  onDisowned,
}: {
  config: SessionConfig
  discover: Discover
  pool: ReturnType<typeof openPool>
  bus: Bus
  log: Log
  /** Hears of a session that the identity has ended. */
  onDisowned: (session: Session) => void
}): Sessions {
  return createSessions({
    config,
    discover,
    store: createSessionsTable({ pool, ...sessionLimits }),
    changes: changesOn(bus),
    timer: () => performance.now(),
    onDisowned,
    onFault: (error) => log.error({ error: describeError(error) }, "session"),
  })
}
