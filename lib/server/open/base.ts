import "server-only"
import { randomUUID } from "node:crypto"
import { createNotifications, createStatementTimes, openPool } from "../../db"
import type { Config } from "../config"
import { countLines } from "../health/count-work"
import { createMetrics } from "../health/metrics"
import { connectionLimits } from "../http/connection-limits"
import type { Log } from "../http/log"
import { expensivePoolOptions } from "../http/slots"
import { countErrors } from "../status/count-errors"

const clock = () => Date.now()

/** What all features depend on; requires no tables. */
export function openBase(config: Config, output: Log) {
  const { databaseUrl } = config
  const metrics = createMetrics()
  const { log, read: readErrors } = countErrors(countLines(metrics, output), clock)
  const pool = openPool(databaseUrl, { max: connectionLimits.requests, answerTimeoutMs: 10_000 })
  // Expensive queries use their own pool, so they cannot exhaust the main one.
  const expensivePool = openPool(databaseUrl, expensivePoolOptions)
  const bus = createNotifications({ pool })
  return {
    config,
    clock,
    /** Identifies this instance among those that share the database. */
    instanceId: randomUUID(),
    metrics,
    statementTimes: createStatementTimes(clock),
    log,
    readErrors,
    pool,
    expensivePool,
    bus,
    async close() {
      await bus.close()
      await expensivePool.end()
      await pool.end()
    },
  }
}

export type Base = ReturnType<typeof openBase>
