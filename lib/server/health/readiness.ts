import "server-only"
import { type DatabaseFault, databaseFaultOf, databaseFaultTexts } from "../../db"
import { isUpstreamError, type Upstream, upstreamFaultText } from "../../platform"
import { onceInInterval } from "../reads/once-in-interval"
import { withDeadline } from "../reads/with-deadline"

/** Whether an instance can serve, and the state of each part: `ok` or a code. */
export interface Readiness {
  readonly status: "ready" | "not_ready"
  /** Why it cannot serve anything. */
  readonly reason?: "migrating" | "database_unreachable"
  readonly database: string
  readonly upstream: string
  /** Codes of what is unavailable although it serves. */
  readonly impaired: readonly Impairment[]
  /** Set while it keeps serving for a while before it ends. */
  readonly draining?: true
}

/** What is wrong with the tables and what to do, by impairment code. */
export const tableFaultTexts = {
  tables_newer: "The database's tables are those of a newer version: start that version here, too.",
  tables_older:
    "The database's tables are those of an older version and were not migrated: look into the log for why.",
  copies_misfit:
    "A copy's table lacks what this version reads, and the platform is asked instead: start the dashboard again, which mends the table.",
} as const

/** What an instance can serve without. */
export type Impairment = "upstream" | keyof typeof tableFaultTexts

/** One sentence for each part that is missing or impaired; empty if all is well. */
export function explainReadiness({
  database,
  upstream,
  impaired = [],
}: Omit<Readiness, "impaired"> & Partial<Pick<Readiness, "impaired">>): string[] {
  const isDatabaseFault = Object.hasOwn(databaseFaultTexts, database)
  const databaseText =
    databaseFaultTexts[isDatabaseFault ? (database as DatabaseFault) : "unavailable"]
  return [
    ...(database === "ok" ? [] : [`DATABASE_URL ${databaseText}`]),
    ...(upstream === "ok" ? [] : [upstreamFaultText(upstream)]),
    ...impaired.flatMap((code) => (code === "upstream" ? [] : [tableFaultTexts[code]])),
  ]
}

export interface ReadinessParts {
  /** True while the instance keeps serving for a while before it ends. */
  readonly isDraining?: () => boolean
  /** Rejects if the database does not respond. */
  readonly askDatabase: () => Promise<unknown>
  readonly upstream: Pick<Upstream, "checkAccess" | "isDown">
  /** What is wrong with the tables; empty if nothing is, or if that cannot be determined. */
  readonly askTables?: (() => Promise<readonly Impairment[]>) | undefined
  readonly clock: () => number
  /** How long a result is reused. */
  readonly rememberMs?: number
  /** Timeout for each part. */
  readonly deadlineMs?: number
}

/**
 * Reads whether an instance can serve. Without `callsPlatform` it uses no quota, and the platform
 * may be `untried`.
 */
export type ReadReadiness = (how?: { readonly callsPlatform?: boolean }) => Promise<Readiness>

/** The state of a platform that has not been called yet. */
export const untried = "untried"

const refusalMs = 10_000

const probe = (
  check: () => Promise<unknown>,
  deadlineMs: number,
  faultOf: (error: unknown) => string,
): Promise<string> => withDeadline(check(), deadlineMs).then(() => "ok", faultOf)

/**
 * Checks the database, the platform's token and the tables, at most once a second regardless of the
 * number of callers. An instance that has had a token stays ready but impaired while the platform
 * is down: it still has data to serve.
 */
export function createReadiness(parts: ReadinessParts): ReadReadiness {
  const { askDatabase, upstream, clock, rememberMs = 1000, deadlineMs = 2000 } = parts
  const { isDraining = () => false, askTables = async () => [] } = parts
  let hadAccess = false
  let refused: { readonly code: string; readonly until: number } | undefined

  /** Caches a refusal for a while, so that checks do not use up the quota. */
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

  /** The state of the platform as far as it is known without a call. */
  function recallUpstream(): string {
    if (refused && clock() < refused.until) return refused.code
    if (upstream.isDown) return "upstream_unavailable"
    return hadAccess ? "ok" : untried
  }

  async function check(platformState: () => Promise<string>): Promise<Readiness> {
    const [database, platform, tables] = await Promise.all([
      probe(askDatabase, deadlineMs, databaseFaultOf),
      platformState(),
      withDeadline(askTables(), deadlineMs).catch(() => []),
    ])
    const isReady = database === "ok" && (platform === "ok" || hadAccess)
    const impaired: Impairment[] = [
      ...(platform === "ok" || platform === untried ? [] : ["upstream" as const]),
      ...tables,
    ]
    const status = isReady ? "ready" : "not_ready"
    const reason = database === "ok" ? {} : { reason: "database_unreachable" as const }
    return { status, ...reason, database, upstream: platform, impaired }
  }

  const look = onceInInterval(rememberMs, () => check(checkUpstream))
  const recall = onceInInterval(rememberMs, () => check(async () => recallUpstream()))
  return async ({ callsPlatform = true } = {}) => {
    const readiness = await (callsPlatform ? look() : recall())
    return isDraining() ? { ...readiness, status: "not_ready", draining: true } : readiness
  }
}
