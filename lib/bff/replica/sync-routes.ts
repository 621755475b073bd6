import "server-only"
import { z } from "zod"
import {
  type Catalogue,
  findOperation,
  type ListOperation,
  parsePathParameters,
} from "../../catalogue"
import type { CopiedList, Replica, SyncRun, SyncStatus } from "../../replica"
import { domainsOf, mayWrite, type Session } from "../../session"
import { requirePermission } from "../check-access"
import { estimateExport } from "../exports/estimate-export"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import type { QuotaFeed } from "../quota-feed"
import { requireAdministrator } from "../require-administrator"
import { requireBody } from "../require-body"

export interface SyncRoutesParts {
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly feed: Pick<QuotaFeed, "read">
}

/** What `GET /api/sync` answers: the copied lists that the person may read. */
export interface SyncAnswer {
  readonly lists: readonly SyncStatus[]
}

/** What `GET /api/sync/runs` answers: the list, its runs, the newest first, and what reading all of it costs. */
export interface SyncRunsAnswer {
  /** Null where it is not copied. */
  readonly list: SyncStatus | null
  readonly runs: readonly SyncRun[]
  /** Calls and minutes at the share that the background has of the quota now; null where nobody can tell. */
  readonly estimate: { readonly calls: number | null; readonly minutes: number | null }
}

/** Everybody who is signed in may ask: each list is looked at by its own domain. */
const permit = () => {}

const actions = ["start", "pause", "resume", "cancel", "recheck", "schedule", "remove"] as const
const longestMinutes = 10_080

/** The body of `POST /api/sync`; `everyMinutes` null is never by itself. */
export const syncOrderSchema = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  action: z.enum(actions),
  everyMinutes: z.int().min(5).max(longestMinutes).nullable().optional(),
})
export type SyncOrder = z.input<typeof syncOrderSchema>

interface Asked {
  readonly operation: ListOperation
  readonly list: CopiedList
}

/** Throws `invalid_body` or `invalid_query`, naming what is wrong. */
function requireList(
  catalogue: Catalogue,
  code: "invalid_body" | "invalid_query",
  { operation: id, parameters }: { operation: string; parameters: Record<string, string> },
): Asked {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list")
    throw new BffError(code, {
      errors: [{ parameter: "operation", message: "There is no such list." }],
    })
  const parsed = parsePathParameters(operation, parameters)
  if (!parsed.ok) throw new BffError(code, { errors: parsed.problems })
  return { operation, list: { operation: id, parameters: parsed.parameters } }
}

/** Administrators look after every copy, readers of KPIs after those of data sets; only administrators remove one. */
function requireChange(session: Session, operation: ListOperation, action: SyncOrder["action"]) {
  requirePermission(session, operation)
  const isOwn = operation.domain === "kpis" && action !== "remove"
  if (!isOwn && !mayWrite(session.roles)) requireAdministrator(session, "replica:write")
}

async function act(replica: Replica, list: CopiedList, { action, everyMinutes }: SyncOrder) {
  if (action === "remove") return (await replica.remove(list)) ? undefined : null
  if (action === "schedule") return (await replica.schedule(list, everyMinutes ?? null)) ?? null
  const status = (await replica[action](list)) ?? null
  if (status === null || everyMinutes === undefined) return status
  return (await replica.schedule(list, everyMinutes)) ?? null
}

/** GET all copies, POST a wish for one. */
export const syncRoutes = ({ catalogue, replica }: SyncRoutesParts): OwnRoutes => [
  {
    name: "read-sync",
    method: "GET",
    permit,
    async answer({ roles }): Promise<SyncAnswer> {
      const readable = domainsOf(roles)
      const mayRead = ({ operation }: SyncStatus) => {
        const found = findOperation(catalogue, operation)
        return found !== undefined && readable.has(found.domain)
      }
      return { lists: (await replica.list()).filter(mayRead) }
    },
  },
  {
    name: "change-sync",
    method: "POST",
    permit,
    async answer(session, request): Promise<SyncStatus | undefined> {
      const order = await requireBody(request, syncOrderSchema)
      const { operation, list } = requireList(catalogue, "invalid_body", order)
      requireChange(session, operation, order.action)
      const done = await act(replica, list, order)
      if (done === null) throw new BffError("not_found", { detail: "This list is not copied." })
      return done
    },
  },
]

/** GET a list's runs and what it costs: `?operation=data-points&dataSetId=…`. */
export const syncRunsRoute = ({ catalogue, replica, feed }: SyncRoutesParts): OwnRoute => ({
  name: "read-sync-runs",
  method: "GET",
  permit,
  async answer(session, { url }): Promise<SyncRunsAnswer> {
    const { operation: id = "", ...parameters } = Object.fromEntries(new URL(url).searchParams)
    const { operation, list } = requireList(catalogue, "invalid_query", {
      operation: id,
      parameters,
    })
    requirePermission(session, operation)
    const [found, runs, estimate] = await Promise.all([
      replica.find(list),
      replica.history(list),
      replica.estimate(list),
    ])
    const { calls, minutes, rowsPerCall } = estimate
    const quota = calls !== null && minutes === null ? await feed.read() : undefined
    const cost =
      quota && estimateExport({ rows: (calls ?? 0) * rowsPerCall, isAll: true, rowsPerCall, quota })
    return { list: found ?? null, runs, estimate: { calls, minutes: cost?.minutes ?? minutes } }
  },
})
