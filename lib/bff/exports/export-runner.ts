import "server-only"
import { randomUUID } from "node:crypto"
import type { ExportJob } from "../../store"
import type { UpstreamConfig } from "../../upstream"
import { createUpstreamHider } from "../hide-upstream"
import { describeError, type Log } from "../log"
import { prepareOnce } from "../prepare-once"
import { type ProblemCode, toBffError } from "../problem"
import { createExportRun, type ExportParts, type Progress } from "./run-export"

/** How an instance works on exports; times in milliseconds. */
export interface RunnerRule {
  /** How many it works on at a time. */
  readonly most: number
  /** How often it looks for jobs that nobody works on. */
  readonly lookMs: number
  /** After how long without a sign of life another instance takes its jobs. */
  readonly leaseMs: number
  /** The first wait after a failure; each later one is twice that. */
  readonly pauseMs: number
  readonly longestPauseMs: number
  /** Failed tries without a new row after which a job has failed. */
  readonly tries: number
  /** How long a second lasts of those that an error asks to wait. */
  readonly secondMs: number
}

export const usualRunner: RunnerRule = {
  ...{ most: 16, lookMs: 3000, leaseMs: 30_000 },
  ...{ pauseMs: 5000, longestPauseMs: 300_000, tries: 100, secondMs: 1000 },
}

/** Faults that no waiting mends: a person has to. */
const lasting: readonly ProblemCode[] = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "upstream_forbidden",
  "invalid_body",
]

/** Works on exports in the background of one instance. */
export interface ExportRunner {
  /** Looks for work now. */
  wake(): void
  /** Gives up a job's place in the queue, after its state has been changed. */
  drop(id: string): void
  /** Takes no more work and lets go of what is under way; other instances take it at once. */
  stop(): Promise<void>
}

export type RunnerDependencies = Omit<ExportParts, "hider" | "apiUrl"> & {
  readonly config: UpstreamConfig
  readonly log: Log
  readonly rule?: RunnerRule
}

/** Starts to look for exports, those too that a process left behind. */
export function startExportRunner(dependencies: RunnerDependencies): ExportRunner {
  const { catalogue, jobs, config, log, rule = usualRunner } = dependencies
  const hider = createUpstreamHider(catalogue, config)
  const parts: ExportParts = { ...dependencies, apiUrl: config.apiUrl, hider }
  const holder = randomUUID()
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  const prepare = prepareOnce(() => jobs.prepare())
  let stopped = false
  let looking: Promise<void> | undefined
  let wantsMore = false
  let isSilent = false

  /** Lets the job rest, or fail where no rest helps. */
  async function putOff(job: ExportJob, progress: Progress | undefined, error: unknown) {
    const { code, parts: told } = toBffError(error)
    const unknown = code === "internal" && { error: describeError(error) }
    log.info({ operation: "export", code, ...unknown }, "export put off")
    const { calls = 0, rows = 0 } = progress ?? {}
    const failures = rows > job.rows ? 0 : job.failures
    const held = { id: job.id, holder }
    const isOver = lasting.includes(code) || failures + 1 >= rule.tries
    if (isOver) return jobs.end(held, { state: "failed", calls, reason: code })
    const pauseMs = Math.min(rule.pauseMs * 2 ** Math.min(failures, 10), rule.longestPauseMs)
    const waitMs = Math.max(pauseMs, (told.retryAfter ?? 0) * rule.secondMs)
    return jobs.putOff(held, { calls, reason: code, waitMs })
  }

  async function work(job: ExportJob, signal: AbortSignal): Promise<void> {
    let progress: Progress | undefined
    try {
      const run = createExportRun(parts, { job, holder, signal })
      progress = run.progress
      await run.run()
    } catch (error) {
      if (!signal.aborted) await putOff(job, progress, error)
    }
    await jobs.release(holder, job.id)
  }

  function start(job: ExportJob): void {
    const stop = new AbortController()
    const ended = work(job, stop.signal)
      .catch((error: unknown) => log.error({ error: describeError(error) }, "export"))
      .finally(() => {
        running.delete(job.id)
        wake()
      })
    running.set(job.id, { stop, ended })
  }

  async function look(): Promise<void> {
    await prepare()
    const ids = [...running.keys()]
    const left = new Set(await jobs.renew(holder, rule.leaseMs, ids))
    for (const id of ids) if (!left.has(id)) drop(id)
    const free = rule.most - running.size
    if (free <= 0 || stopped) return
    for (const job of await jobs.claim(holder, rule.leaseMs, free))
      if (!running.has(job.id)) start(job)
  }

  async function lookOften(): Promise<void> {
    do {
      wantsMore = false
      await look().then(
        () => {
          isSilent = false
        },
        (error: unknown) => {
          if (!isSilent) log.error({ error: describeError(error) }, "looking for exports")
          isSilent = true
        },
      )
    } while (wantsMore && !stopped && !isSilent)
    looking = undefined
  }

  function wake() {
    if (stopped) return
    wantsMore = true
    looking ??= lookOften()
  }

  function drop(id: string) {
    running.get(id)?.stop.abort()
  }

  const timer = setInterval(wake, rule.lookMs).unref()
  wake()
  let deletion: Promise<unknown> = Promise.resolve()
  const sweep = setInterval(() => {
    deletion = jobs.deleteOld().catch(() => {})
  }, 60_000).unref()

  return {
    wake,
    drop,
    async stop() {
      stopped = true
      clearInterval(timer)
      clearInterval(sweep)
      await looking
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await deletion
      await jobs.release(holder).catch(() => {})
    },
  }
}
