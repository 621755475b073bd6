import "server-only"
import { type DatabaseFault, databaseFaultOf, databaseFaultTexts } from "../../db"
import { isUpstreamError, type Upstream, upstreamFaultText } from "../../platform"
import { onceInInterval } from "../reads/once-in-interval"
import { withDeadline } from "../reads/with-deadline"

/** Whether an instance can serve, and each part by name: `ok` or a code. */
export interface Readiness {
  readonly status: "ready" | "not_ready"
  /** Why nothing at all can be answered. */
  readonly reason?: "migrating" | "database_unreachable"
  readonly database: string
  readonly upstream: string
  /** What it does without for now, though it serves, by code. */
  readonly impaired: readonly Impairment[]
  /** There where it serves on for a while and then ends. */
  readonly draining?: true
}

/** What is the matter with tables, and what to do, by the code of the impairment. */
export const tableFaultTexts = {
  tables_newer: "The database's tables are those of a newer version: start that version here, too.",
  tables_older:
    "The database's tables are those of an older version and were not migrated: look into the log for why.",
  copies_misfit:
    "A copy's table lacks what this version reads, and the platform is asked instead: start the dashboard again, which mends the table.",
} as const

/** What an instance can be without and serve on. */
export type Impairment = "upstream" | keyof typeof tableFaultTexts

/** Why an instance is not ready or does not do all, a sentence for each part that is missing; none where all is well. */
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
  /** Whether the instance serves on for a while and then ends. */
  readonly isDraining?: () => boolean
  /** Each rejects where the part does not answer. */
  readonly askDatabase: () => Promise<unknown>
  readonly upstream: Pick<Upstream, "checkAccess" | "isDown">
  /** What is the matter with the tables; none where nothing is, and where that cannot be found out. */
  readonly askTables?: (() => Promise<readonly Impairment[]>) | undefined
  readonly clock: () => number
  /** How long a look is good for those who ask after it. */
  readonly rememberMs?: number
  /** How long each part may take to answer. */
  readonly deadlineMs?: number
}

/** Reads whether an instance can serve; without `callsPlatform` it spends no quota on finding out, and the platform may be `untried`. */
export type ReadReadiness = (how?: { readonly callsPlatform?: boolean }) => Promise<Readiness>

/** Stands for a platform that nobody has asked yet. */
export const untried = "untried"

const refusalMs = 10_000

const probe = (
  check: () => Promise<unknown>,
  deadlineMs: number,
  faultOf: (error: unknown) => string,
): Promise<string> => withDeadline(check(), deadlineMs).then(() => "ok", faultOf)

/**
 * Looks at database, the platform's token and the tables, at most once a second however many ask. An
 * instance that has had a token stays ready while the platform is away: it still has answers to give, and is
 * impaired.
 */
export function createReadiness(parts: ReadinessParts): ReadReadiness {
  const { askDatabase, upstream, clock, rememberMs = 1000, deadlineMs = 2000 } = parts
  const { isDraining = () => false, askTables = async () => [] } = parts
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

  /** What is known of the platform without a call. */
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
