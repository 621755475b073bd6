import "server-only"
import { catalogue } from "../catalogue"
import { activityFileRoute, activityPeopleRoute, activityRoute } from "./activity/activity-routes"
import { batchesRoutes, batchRoutes } from "./batches/batches-routes"
import {
  type DepartmentTreeAnswer,
  departmentTreeRoute,
  editSettingsRoutes,
  readDepartmentTree,
} from "./departments/departments-routes"
import { answerOwn } from "./runtime"
import { sharedState } from "./shared-state"

/** GET all departments. */
export const answerDepartmentTree = (request: Request): Promise<Response> =>
  answerOwn([departmentTreeRoute(sharedState().kept.departments)], request)

/** GET and PUT how changes to departments are sent. */
export const answerEditSettings = (request: Request): Promise<Response> =>
  answerOwn(editSettingsRoutes(catalogue, sharedState().editing.settings), request)

function activityParts() {
  const { editing, kept } = sharedState()
  return { log: editing.log, departments: kept.departments }
}

/** GET the log of edits. */
export const answerActivity = (request: Request): Promise<Response> =>
  answerOwn([activityRoute(activityParts())], request)

/** GET it as a file. */
export const answerActivityFile = (request: Request): Promise<Response> =>
  answerOwn([activityFileRoute(activityParts())], request)

/** GET everybody whose edits it holds. */
export const answerActivityPeople = (request: Request): Promise<Response> =>
  answerOwn([activityPeopleRoute(activityParts())], request)

/** GET the newest batches, POST a new one. */
export const answerBatches = (request: Request): Promise<Response> =>
  answerOwn(batchesRoutes(sharedState().editing.batches), request)

/** GET or PATCH one batch. */
export const answerBatch = (request: Request, id: string): Promise<Response> =>
  answerOwn(batchRoutes(sharedState().editing.batches, id), request)

/** All departments for a server component, which has checked the domain; throws `BffError`. */
export const readDepartments = (): Promise<DepartmentTreeAnswer> =>
  readDepartmentTree(sharedState().kept.departments)
