import "server-only"
import {
  type Catalogue,
  explorationDataSet,
  findList,
  type ListOperation,
  listOperations,
  summarizedList,
} from "../../catalogue"
import type { AllViews, ListedView, PinnedViews, ReportViews, SavedView } from "../../contract"
import { roles as allRoles, domainsOf, type Role, readersOf, type Session } from "../../session"
import { requireOperation } from "../http/access"
import { BffError } from "../http/problem"
import { mayChange, readerOf, roleOf } from "../http/sharing"
import type { Existence } from "../reads/existence"
import {
  type StoredListedView,
  type StoredView,
  type ViewRefusal,
  type ViewsTable,
  viewLimits,
} from "./table"

const showView = (session: Session, view: StoredView): SavedView => ({
  id: view.id,
  name: view.name,
  search: view.search,
  role: roleOf(view.role),
  pinned: view.pinned,
  ownerName: view.ownerName,
  isMine: view.owner === session.sub,
  mayChange: mayChange(session, view),
  changedAt: new Date(view.changedAt).toISOString(),
})

const noView = () => new BffError("not_found", { detail: "There is no such view." })

/**
 * The operation that a report reads; explorations of a data set read its data points, summaries
 * read whole lists.
 */
function findReport(catalogue: Catalogue, id: string) {
  const summarized = summarizedList(id)
  if (summarized !== undefined) return findWholeList(catalogue, summarized)
  if (explorationDataSet(id) === undefined) return findList(catalogue, id)
  return listOperations(catalogue).find(({ record }) => record === "dataPoint")
}

const findWholeList = (catalogue: Catalogue, id: string) => {
  const list = findList(catalogue, id)
  return list?.wholeOf === undefined ? undefined : list
}

/**
 * The report with that name; throws `forbidden` (403) if the person may not read it, and
 * `not_found` (404).
 */
export function requireReport(catalogue: Catalogue, session: Session, id: string): ListOperation {
  const operation = findReport(catalogue, id)
  if (!operation) throw new BffError("not_found", { detail: "There is no such report." })
  requireOperation(session, operation)
  return operation
}

/** Home never calls the platform, so only views of copied data can be pinned. */
const isPinnable = (report: string, { wholeOf }: ListOperation): boolean =>
  wholeOf !== undefined || explorationDataSet(report) !== undefined

/** Throws `invalid_body` (400) if views of the report cannot be pinned. */
export function requirePinnable(
  report: string,
  operation: ListOperation,
  pinned: boolean | undefined,
): void {
  if (!pinned || isPinnable(report, operation)) return
  throw new BffError("invalid_body", {
    errors: [
      {
        parameter: "pinned",
        message: "Only explorations, summaries and views of whole lists can be pinned.",
      },
    ],
  })
}

/** Throws `not_found` (404) if a report's data set does not exist. */
export async function requireKnownReport(
  existence: Existence,
  session: Session,
  { report, operation }: { readonly report: string; readonly operation: ListOperation },
): Promise<void> {
  const dataSetId = explorationDataSet(report)
  if (dataSetId !== undefined) await existence.require(session, operation, { dataSetId })
}

/**
 * The view, if the person can see it and read its report; throws `not_found` (404) or `forbidden`
 * (403).
 */
export async function requireView(
  { catalogue, views }: { catalogue: Catalogue; views: ViewsTable },
  session: Session,
  id: string,
): Promise<{ view: StoredView; operation: ListOperation }> {
  const view = await views.find(id, readerOf(session))
  if (!view) throw noView()
  return { view, operation: requireReport(catalogue, session, view.report) }
}

/**
 * Same, for a view that the person may change: as its owner, or as an administrator if it is
 * shared.
 */
export async function requireOwnView(
  parts: { catalogue: Catalogue; views: ViewsTable },
  session: Session,
  id: string,
): Promise<{ view: StoredView; operation: ListOperation }> {
  const found = await requireView(parts, session, id)
  if (mayChange(session, found.view)) return found
  throw new BffError("forbidden", {
    detail: "Only whoever saved this view, or an administrator, may change it.",
  })
}

/** A report's views, as far as the person can see them. */
export async function readReportViews(
  views: ViewsTable,
  session: Session,
  report: string,
): Promise<ReportViews> {
  const reader = readerOf(session)
  const [found, defaults] = await Promise.all([
    views.list(report, reader),
    views.readDefaults(report, reader),
  ])
  const own = defaults.find(({ holder }) => "person" in holder)?.view ?? null
  const byRole = Object.fromEntries(
    defaults.flatMap(({ holder, view }) => ("role" in holder ? [[holder.role, view]] : [])),
  ) as Partial<Record<Role, string>>
  const ofRoles = allRoles.flatMap((role) =>
    session.roles.includes(role) ? (byRole[role] ?? []) : [],
  )
  return {
    views: found.map((view) => showView(session, view)),
    ownDefault: own,
    roleDefaults: byRole,
    opensWith: own ?? ofRoles[0] ?? null,
  }
}

/**
 * The views of all reports and data sets that the person can see and read, with their addresses.
 */
export async function readAllViews(catalogue: Catalogue, views: ViewsTable, session: Session) {
  const found = await views.listAll({ person: session.sub, roles: session.roles })
  const readable = domainsOf(session.roles)
  return found
    .filter(({ report }) => {
      const operation = findReport(catalogue, report)
      return operation !== undefined && readable.has(operation.domain)
    })
    .map(({ id, report, name, search }) => ({ id, report, name, search }))
}

const onHomeOf = ({ sub, roles }: Session, view: StoredListedView): ListedView["onHome"] => {
  if (!view.pinned) return "no"
  if (view.owner !== sub && !roles.some((role) => role === view.role)) return "others"
  return view.hidden ? "hidden" : "yes"
}

/**
 * The views of all reports and data sets that the person can see and read, with the person's rights
 * to each. Administrators see views shared with any role, as in a report.
 */
export async function readListedViews(
  catalogue: Catalogue,
  views: ViewsTable,
  session: Session,
): Promise<AllViews> {
  const readable = domainsOf(session.roles)
  const found = await views.listAll(readerOf(session))
  return {
    views: found.flatMap((view) => {
      const operation = findReport(catalogue, view.report)
      if (!operation || !readable.has(operation.domain)) return []
      const shown = showView(session, view)
      return [
        {
          ...shown,
          report: view.report,
          roles: [...readersOf(operation.domain)],
          mayPin: shown.mayChange && isPinnable(view.report, operation),
          onHome: onHomeOf(session, view),
        },
      ]
    }),
  }
}

/** The pinned views that the person can see and read, including those removed from their Home. */
export async function readPinnedViews(
  catalogue: Catalogue,
  views: ViewsTable,
  session: Session,
): Promise<PinnedViews> {
  const readable = domainsOf(session.roles)
  const found = await views.listPinned({ person: session.sub, roles: session.roles })
  const pinned = found.flatMap((view) => {
    const dataSetId = explorationDataSet(view.report)
    const domain = findReport(catalogue, view.report)?.domain
    if (!domain || !readable.has(domain)) return []
    const { report, wide, hidden } = view
    const of = dataSetId === undefined ? { report } : { report, dataSetId }
    return [{ ...showView(session, view), ...of, wide, hidden }]
  })
  const shownWhere = (isHidden: boolean) =>
    pinned.flatMap(({ hidden, ...view }) => (hidden === isHidden ? [view] : []))
  return { views: shownWhere(false), hidden: shownWhere(true) }
}

const { saved: maxSaved, shared: maxShared, pinned: maxPinned } = viewLimits
const limitTexts = {
  saved: `One person can have ${maxSaved} saved views. Remove one first.`,
  shared: `One person can share ${maxShared} views. Stop sharing one first.`,
  pinned: `One person can pin ${maxPinned} tiles to Home. Unpin one first.`,
} as const satisfies Record<keyof typeof viewLimits, string>

/** A stored view as its owner sees it; throws the error of a refusal. */
export function requireSaved(
  session: Session,
  saved: StoredView | ViewRefusal | undefined,
): SavedView {
  if (!saved) throw noView()
  if (!("refused" in saved)) return showView(session, saved)
  if (saved.refused === "name_taken" || saved.refused === "view_conflict")
    throw new BffError(saved.refused)
  throw new BffError("limit_reached", { detail: limitTexts[saved.refused] })
}
