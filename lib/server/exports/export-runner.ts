import "server-only"
import { randomUUID } from "node:crypto"
import type { ProblemCode } from "../../contract/problems"
import { type LeaseRule, type LeaseRunner, startLeaseRunner } from "../../db"
import type { UpstreamConfig } from "../../platform"
import { describeError, type Log } from "../http/log"
import { toBffError } from "../http/problem"
import { createUpstreamHider } from "../reads/hide-upstream"
import { createExportRun, type ExportParts, type Progress } from "./run-export"
import type { StoredExport } from "./table"

/** How an instance works on exports; times in milliseconds. */
export interface RunnerRule extends LeaseRule {
  /** The first wait after a failure; each further failure doubles it. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /** Failed tries without a new row before a job fails. */
  readonly tries: number
  /** How many milliseconds to wait per second that an error requests. */
  readonly secondMs: number
}

export const defaultRunner: RunnerRule = {
  max: 16,
  pollMs: 3000,
  leaseMs: 30_000,
  pauseMs: 5000,
  maxPauseMs: 300_000,
  tries: 100,
  secondMs: 1000,
}

/** Errors that a retry does not fix: somebody has to act. */
const lasting: readonly ProblemCode[] = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "upstream_forbidden",
  "invalid_body",
  "file_too_large",
  "small_groups",
]

export type ExportRunner = LeaseRunner

export type RunnerDependencies = Omit<ExportParts, "upstreamHider" | "apiUrl"> & {
  readonly config: UpstreamConfig
  readonly log: Log
  readonly rule?: RunnerRule
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
}

/** Starts looking for exports, including those that another process left behind. */
export function startExportRunner(dependencies: RunnerDependencies): ExportRunner {
  const { catalogue, jobs, config, log, rule = defaultRunner } = dependencies
  const { holder = randomUUID() } = dependencies
  const upstreamHider = createUpstreamHider(catalogue, config)
  const parts: ExportParts = { ...dependencies, apiUrl: config.apiUrl, upstreamHider }

  /** Postpones the job, or fails it if waiting does not help. */
  async function putOff(job: StoredExport, progress: Progress | undefined, error: unknown) {
    const { code, parts } = toBffError(error)
    const unknown = code === "internal" && { error: describeError(error) }
    log.info({ operation: "export", code, ...unknown }, "export put off")
    const { calls = 0, rows = 0 } = progress ?? {}
    const failures = rows > job.rows ? 0 : job.failures
    const held = { id: job.id, holder }
    const isOver = lasting.includes(code) || failures + 1 >= rule.tries
    if (isOver) return jobs.end(held, { state: "failed", calls, reason: code })
    const pauseMs = Math.min(rule.pauseMs * 2 ** Math.min(failures, 10), rule.maxPauseMs)
    const waitMs = Math.max(pauseMs, (parts.retryAfter ?? 0) * rule.secondMs)
    return jobs.putOff(held, { calls, reason: code, waitMs })
  }

  async function work(job: StoredExport, signal: AbortSignal): Promise<void> {
    let progress: Progress | undefined
    try {
      const run = createExportRun(parts, { job, holder, signal })
      progress = run.progress
      await run.run()
    } catch (error) {
      if (!signal.aborted) await putOff(job, progress, error)
    }
  }

  const runner = startLeaseRunner<StoredExport>(
    {
      claim: (max) => jobs.claim(holder, rule.leaseMs, max),
      renew: (ids) => jobs.renew(holder, rule.leaseMs, ids),
      work,
      release: (id) => jobs.release(holder, id),
      complain: (error) => log.error({ error: describeError(error) }, "exports"),
    },
    rule,
  )
  let deletion: Promise<unknown> = Promise.resolve()
  const sweep = setInterval(() => {
    deletion = jobs.deleteOld().catch(() => {})
  }, 60_000).unref()

  return {
    ...runner,
    async stop() {
      clearInterval(sweep)
      await runner.stop()
      await deletion
    },
  }
}
