import "server-only"
import { type DatabaseFault, databaseFaultOf, databaseFaultTexts, redisFaultText } from "../../db"
import { isUpstreamError, type Upstream, upstreamFaultText } from "../../platform"
import { withDeadline } from "../reads/cache/shared-answers"
import { onceInInterval } from "../reads/once-in-interval"

/** Whether an instance can serve, and each part by name: `ok` or a code. */
export interface Readiness {
  readonly status: "ready" | "not_ready"
  readonly database: string
  /** Absent where no Redis is named. */
  readonly redis?: string
  readonly upstream: string
  /** There where it serves on for a while and then ends. */
  readonly draining?: true
}

/** Why an instance is not ready, a sentence for each part that is missing; none where it is. */
export function explainReadiness({ database, redis = "ok", upstream }: Readiness): string[] {
  const isDatabaseFault = Object.hasOwn(databaseFaultTexts, database)
  const databaseText =
    databaseFaultTexts[isDatabaseFault ? (database as DatabaseFault) : "unavailable"]
  return [
    ...(database === "ok" ? [] : [`DATABASE_URL ${databaseText}`]),
    ...(redis === "ok" ? [] : [redisFaultText]),
    ...(upstream === "ok" ? [] : [upstreamFaultText(upstream)]),
  ]
}

export interface ReadinessParts {
  /** Whether the instance serves on for a while and then ends. */
  readonly isDraining?: () => boolean
  /** Each rejects where the part does not answer. */
  readonly askDatabase: () => Promise<unknown>
  readonly askRedis?: (() => Promise<unknown>) | undefined
  readonly upstream: Pick<Upstream, "checkAccess" | "isDown">
  readonly clock: () => number
  /** How long a look is good for those who ask after it. */
  readonly rememberMs?: number
  /** How long each part may take to answer. */
  readonly deadlineMs?: number
}

const refusalMs = 10_000

const probe = (
  check: () => Promise<unknown>,
  deadlineMs: number,
  faultOf: (error: unknown) => string = () => "unavailable",
): Promise<string> => withDeadline(check(), deadlineMs).then(() => "ok", faultOf)

/**
 * Looks at database, Redis and the platform's token, at most once a second however many ask. An instance
 * that has had a token stays ready while the platform is away: it still has answers to give.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { askDatabase, askRedis, upstream, clock, rememberMs = 1000, deadlineMs = 2000 } = parts
  const { isDraining = () => false } = parts
  let hadAccess = false
  let refused: { readonly code: string; readonly until: number } | undefined

  /** A refusal is believed for a while, so that those who ask do not spend the quota on more. */
  async function checkUpstream(): Promise<string> {
    if (refused && clock() < refused.until) return refused.code
    if (upstream.isDown) return "upstream_unavailable"
    try {
      await withDeadline(upstream.checkAccess(), deadlineMs)
      hadAccess = true
      return "ok"
    } catch (error) {
      const code = isUpstreamError(error) ? error.code : "upstream_timeout"
      refused = { code, until: clock() + refusalMs }
      return code
    }
  }

  async function check(): Promise<Readiness> {
    const [database, redis, platform] = await Promise.all([
      probe(askDatabase, deadlineMs, databaseFaultOf),
      askRedis && probe(askRedis, deadlineMs),
      checkUpstream(),
    ])
    const isReady =
      database === "ok" && (redis ?? "ok") === "ok" && (platform === "ok" || hadAccess)
    const status = isReady ? "ready" : "not_ready"
    return { status, database, ...(redis && { redis }), upstream: platform }
  }

  const look = onceInInterval(rememberMs, check)
  return async () => {
    const readiness = await look()
    return isDraining() ? { ...readiness, status: "not_ready", draining: true } : readiness
  }
}
