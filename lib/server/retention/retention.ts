import "server-only"
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { type LeaseRule, type Pool, poolSession, startLeaseRunner } from "../../db"
import { describeError, type Log } from "../http/log"
import { type RetentionDays, type RetentionRule, retentionRules } from "./rules"
import { createRetentionWork, type DueRetention } from "./table"

/** The pace at which an instance removes old data; times in milliseconds. */
export interface RetentionPace extends LeaseRule {
  /** The pause between two statements, so that other queries can run. */
  readonly restMs: number
}

const usualPace: RetentionPace = { max: 1, pollMs: 60_000, leaseMs: 120_000, restMs: 20 }

interface RetentionParts {
  readonly pool: Pool
  readonly schema?: string
  readonly days: RetentionDays
  readonly log: Log
  readonly pace?: RetentionPace
}

/**
 * Removes rows of one kind in batches, until none are left or the signal aborts; returns how many.
 */
export async function removeOld(
  rule: RetentionRule,
  { pool, restMs, signal }: { pool: Pool; restMs: number; signal: AbortSignal },
): Promise<number> {
  const session = poolSession(pool)
  let [rows, some] = [0, rule.atOnce]
  while (some >= rule.atOnce && !signal.aborted) {
    some = await rule.remove(session, rule.atOnce)
    rows += some
    if (some >= rule.atOnce) await delay(restMs)
  }
  return rows
}

/**
 * Removes data past its retention, each kind on its own schedule, on one instance at a time; the
 * returned function stops it.
 */
export function startRetention(parts: RetentionParts): () => Promise<void> {
  const { pool, schema, days, log, pace = usualPace } = parts
  const rules = new Map(retentionRules(days, schema).map((rule) => [rule.kind, rule]))
  const work = createRetentionWork({ pool, ...(schema !== undefined && { schema }) })
  const holder = randomUUID()
  const kinds = [...rules.keys()]

  async function removeKind({ id }: DueRetention, signal: AbortSignal): Promise<void> {
    const rule = rules.get(id)
    if (!rule) return
    const startedAt = performance.now()
    const rows = await removeOld(rule, { pool, restMs: pace.restMs, signal })
    if (signal.aborted) return
    await work.finish(holder, rule, { rows, busyMs: performance.now() - startedAt })
  }

  const runner = startLeaseRunner<DueRetention>(
    {
      claim: (max) => work.claim(holder, pace.leaseMs, { kinds, max }),
      renew: (ids) => work.renew(holder, pace.leaseMs, ids),
      work: removeKind,
      release: (id) => work.release(holder, id),
      complain: (error) => log.error({ error: describeError(error) }, "retention"),
    },
    pace,
  )
  return runner.stop
}
