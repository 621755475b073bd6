import "server-only"
import { catalogue, explorationReport, type ListOperation } from "../catalogue"
import type { Session } from "../session"
import { departmentNamesRoute } from "./names/department-names-route"
import { userNamesLookupRoute, userNamesRoutes } from "./names/user-names-routes"
import type { OwnRoutes } from "./own-routes"
import { paletteRoute } from "./palette-route"
import { recentsRoutes } from "./recents/recents-routes"
import { answerOwn, readOperation, readWorkspace, workspaceEditor } from "./runtime"
import { sharedState } from "./shared-state"
import {
  type PinnedViews,
  type ReportViews,
  readPinnedViews,
  readReportViews,
} from "./views/saved-views-desk"
import {
  defaultViewRoute,
  hideViewRoute,
  pinnedViewsRoute,
  viewRoutes,
  viewsRoutes,
} from "./views/views-routes"
import {
  workspaceCheckRoute,
  workspaceExportRoute,
  workspaceRoutes,
} from "./workspace/workspace-routes"

type Answer = (request: Request) => Promise<Response>

const answerWith =
  (routes: () => OwnRoutes): Answer =>
  (request) =>
    answerOwn(routes(), request)

const viewsParts = () => ({ catalogue, views: sharedState().kept.views })
const workspaceParts = () => ({ catalogue, editor: workspaceEditor(), readOperation })

/** GET a report's views, POST a new one. */
export const answerViews = answerWith(() =>
  viewsRoutes({ ...viewsParts(), existence: sharedState().existence }),
)

/** PATCH or DELETE one view. */
export const answerView = (request: Request, id: string): Promise<Response> =>
  answerOwn(viewRoutes(viewsParts(), id), request)

/** PUT what a report opens with. */
export const answerDefaultView = answerWith(() => [defaultViewRoute(viewsParts())])

/** GET the explorations on the overview. */
export const answerPinnedViews = answerWith(() => [pinnedViewsRoute(viewsParts())])

/** PUT whether a pinned exploration is on one's own overview. */
export const answerHiddenView = answerWith(() => [hideViewRoute(viewsParts())])

/** GET, POST, PATCH, DELETE of the workspace's entries, PUT of a whole file. */
export const answerWorkspace = answerWith(() => workspaceRoutes(workspaceParts()))

/** GET the workspace as a file. */
export const answerWorkspaceExport = answerWith(() => [workspaceExportRoute(workspaceParts())])

/** POST: does the platform know this entry? */
export const answerWorkspaceCheck = answerWith(() => [workspaceCheckRoute(workspaceParts())])

function userNamesParts() {
  const { kept, shown, turns } = sharedState()
  return { names: kept.userNames, shown, turns }
}

/** GET, PUT, DELETE of the users' names. */
export const answerUserNames = answerWith(() => userNamesRoutes(userNamesParts()))

/** POST ids for names of users. */
export const answerUserNamesLookup = answerWith(() => [userNamesLookupRoute(userNamesParts())])

/** GET the names of all departments. */
export const answerDepartmentNames = answerWith(() => [
  departmentNamesRoute(sharedState().kept.departments),
])

/** GET or POST the records that a person opened last. */
export const answerRecents = answerWith(() => recentsRoutes(catalogue, sharedState().kept.recents))

/** GET what a person may jump to. */
export const answerPalette = answerWith(() => [paletteRoute({ ...viewsParts(), readWorkspace })])

/** A report's views for a server component, which has checked the domain; throws `BffError`. */
export const readViews = (session: Session, report: ListOperation): Promise<ReportViews> =>
  readReportViews(sharedState().kept.views, session, report.id)

/** The explorations on a person's overview, for a server component. */
export const readPinned = (session: Session): Promise<PinnedViews> =>
  readPinnedViews(catalogue, sharedState().kept.views, session)

/** The saved explorations of a data set for a server component, which has checked the domain; throws `BffError`. */
export const readExplorations = (session: Session, dataSetId: string): Promise<ReportViews> =>
  readReportViews(sharedState().kept.views, session, explorationReport(dataSetId))
