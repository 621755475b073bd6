import "server-only"
import {
  type Catalogue,
  findOperation,
  type ListOperation,
  parsePathParameters,
} from "../../catalogue"
import { type ParsedParts, type SyncStatus as ShownCopy, syncContract } from "../../contract"
import { domainsOf, mayWrite, type Session } from "../../session"
import { requireOperation, requirePermission } from "../http/access"
import { BffError } from "../http/problem"
import { requireKnown } from "../http/require-search"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { estimateExport } from "../platform/estimate-export"
import type { QuotaFeed } from "../quota/quota-feed"
import type { Existence } from "../reads/existence"
import type { CopiedList, ListCopyStatus, Replica } from "./replica"

export interface SyncRoutesParts {
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly existence: Existence
  readonly feed: Pick<QuotaFeed, "read">
}

type ReadOrder = ParsedParts<typeof syncContract.changeSync>["body"]

interface RequestedList {
  readonly operation: ListOperation
  readonly list: CopiedList
}

/** Throws `invalid_body` or `invalid_query` with every problem. */
function requireList(
  catalogue: Catalogue,
  code: "invalid_body" | "invalid_query",
  { operation: id, parameters }: { operation: string; parameters: Record<string, string> },
): RequestedList {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list")
    throw new BffError(code, {
      errors: [{ parameter: "operation", message: "There is no such list." }],
    })
  const parsed = parsePathParameters(operation, parameters)
  if (!parsed.ok) throw new BffError(code, { errors: parsed.problems })
  return { operation, list: { operation: id, parameters: parsed.parameters } }
}

/**
 * Parses the list of `?operation=data-points&dataSetId=…`; throws `invalid_query` with every
 * problem.
 */
function requireRequested(catalogue: Catalogue, search: URLSearchParams): RequestedList {
  const { operation = "", ...parameters } = Object.fromEntries(search)
  const requested = requireList(catalogue, "invalid_query", { operation, parameters })
  requireKnown(search, ["operation", ...Object.keys(requested.operation.parameters)])
  return requested
}

/** Copies per person: in total, except for administrators, and incomplete ones. */
export const copyLimits = { ordered: 200, unfinished: 20 } as const

const limitText = `One person can have ordered ${copyLimits.unfinished} copies that are not complete, and ${copyLimits.ordered} in all. Wait for one, or remove one.`

/** Administrators may change any copy, readers of KPIs those of data sets. */
function requireChange(session: Session, operation: ListOperation) {
  requireOperation(session, operation)
  if (operation.domain !== "kpis") requirePermission(session, "replica:write")
}

/**
 * An incomplete copy can be cancelled and removed by the person who ordered it. If that person is
 * unknown, any reader can cancel it, unless it is automatic.
 */
function rightsOf({ sub, roles }: Session, status: ListCopyStatus) {
  const { orderedBy, isComplete, isAutomatic } = status
  const [isMine, isAll] = [orderedBy === sub, mayWrite(roles)]
  return {
    isMine,
    mayCancel: isAll || isMine || (orderedBy === null && !isAutomatic),
    mayRemove: isAll || (isMine && !isComplete),
  }
}

const showCopy = (session: Session, status: ListCopyStatus): ShownCopy => {
  const { orderedBy: _, ...shown } = status
  return { ...shown, ...rightsOf(session, status) }
}

const notCopied = () => new BffError("not_found", { detail: "This list is not copied." })

async function requireRight(
  replica: Replica,
  session: Session,
  { list, action }: { readonly list: CopiedList; readonly action: "cancel" | "remove" },
): Promise<void> {
  const status = await replica.find(list)
  if (!status) {
    if (action === "remove") requirePermission(session, "replica:write")
    throw notCopied()
  }
  const rights = rightsOf(session, status)
  if (action === "cancel" ? rights.mayCancel : rights.mayRemove) return
  requirePermission(session, "replica:write")
}

/**
 * Syncs a copied list. A new list must exist at the platform and counts against the person's limit.
 */
async function start(
  { replica, existence }: SyncRoutesParts,
  session: Session,
  { operation, list }: RequestedList,
): Promise<ListCopyStatus> {
  if (!(await replica.find(list))) await existence.require(session, operation, list.parameters)
  const { sub, name, email, roles } = session
  const started = await replica.order(list, {
    person: sub,
    name: name ?? email ?? null,
    maxUnfinished: copyLimits.unfinished,
    maxOrdered: mayWrite(roles) ? Number.MAX_SAFE_INTEGER : copyLimits.ordered,
  })
  if (!started) throw new BffError("limit_reached", { detail: limitText })
  return started
}

async function act(
  parts: SyncRoutesParts,
  session: Session,
  { requested, order }: { readonly requested: RequestedList; readonly order: ReadOrder },
): Promise<ListCopyStatus | undefined> {
  const { replica } = parts
  const { list } = requested
  const { action, everyMinutes } = order
  if (action === "cancel" || action === "remove")
    await requireRight(replica, session, { list, action })
  if (action === "remove") {
    if (!(await replica.remove(list))) throw notCopied()
    return undefined
  }
  const schedule = () => replica.schedule(list, everyMinutes ?? null)
  const wished =
    action === "start"
      ? await start(parts, session, requested)
      : await (action === "schedule" ? schedule() : replica[action](list))
  const isScheduled = action === "schedule" || everyMinutes === undefined
  const changed = wished === undefined || isScheduled ? wished : await schedule()
  if (!changed) throw notCopied()
  return changed
}

/** Copies of lists: any signed-in person may call these; each list requires its own domain. */
export function syncRoutes(parts: SyncRoutesParts): readonly BoundRoute[] {
  const { catalogue, replica, feed } = parts
  return bindRoutes(syncContract, {
    async readSync({ session, query }) {
      // Viewing the state of an operation's copies gives them priority; the response does not wait
      // for it.
      if (query.operation) void replica.askFor(query.operation).catch(() => {})
      const readable = domainsOf(session.roles)
      const mayRead = ({ operation }: ListCopyStatus) => {
        const found = findOperation(catalogue, operation)
        return found !== undefined && readable.has(found.domain)
      }
      const lists = (await replica.list(query.operation)).filter(mayRead)
      return { lists: lists.map((status) => showCopy(session, status)) }
    },

    async changeSync({ session, body: order }) {
      const requested = requireList(catalogue, "invalid_body", order)
      requireChange(session, requested.operation)
      const done = await act(parts, session, { requested, order })
      return done && showCopy(session, done)
    },

    async readSyncRuns({ session, search }) {
      const { operation, list } = requireRequested(catalogue, search)
      requireOperation(session, operation)
      const [found, runs, estimate] = await Promise.all([
        replica.find(list),
        replica.history(list),
        replica.estimate(list),
      ])
      const { calls, minutes, rowsPerCall } = estimate
      const quota = calls !== null && minutes === null ? await feed.read() : undefined
      const rows = (calls ?? 0) * rowsPerCall
      const cost = quota && estimateExport({ rows, isAll: true, rowsPerCall, quota })
      const shown = found ? showCopy(session, found) : null
      return {
        list: shown,
        runs,
        estimate: { calls, minutes: cost?.minutes ?? minutes },
      }
    },
  })
}
