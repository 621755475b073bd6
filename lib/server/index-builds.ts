import "server-only"
import { type Pool, startIndexBuilder } from "../db"
import type { Replica } from "./copies/replica"
import { describeError, type Log } from "./http/log"

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? { reason: error.code }
    : {}

interface IndexBuilds {
  readonly pool: Pool
  readonly replica: Pick<Replica, "wantedIndexes">
  readonly log: Log
}

/**
 * Builds the indexes of the copies that migrations have deferred, in the background; returns a
 * function that stops it.
 */
export const startIndexing = ({ pool, replica, log }: IndexBuilds): (() => Promise<void>) =>
  startIndexBuilder({
    pool,
    wanted: replica.wantedIndexes,
    report({ index, outcome, ...step }) {
      const line = { ...(index !== undefined && { operation: index }), outcome }
      if ("error" in step)
        log.error({ ...line, ...codeOf(step.error), error: describeError(step.error) }, "index")
      else log.info({ ...line, ...("tookMs" in step && { durationMs: step.tookMs }) }, "index")
    },
  })
