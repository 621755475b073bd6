import "server-only"
import { catalogue } from "../catalogue"
import { ConfigError } from "./config"
import {
  exportEstimateRoute,
  exportFileRoute,
  exportManifestRoute,
  exportRoutes,
  exportsRoutes,
} from "./exports/export-routes"
import { answerOwn } from "./runtime"
import { sharedState } from "./shared-state"

const desk = () => sharedState().exports.desk

/** GET a person's exports, POST a new one. */
export const answerExports = (request: Request): Promise<Response> =>
  answerOwn(exportsRoutes(desk()), request)

/** GET, PATCH or DELETE one export. */
export const answerExport = (request: Request, id: string): Promise<Response> =>
  answerOwn(exportRoutes(desk(), id), request)

/** GET the file. */
export const answerExportFile = (request: Request, id: string): Promise<Response> =>
  answerOwn([exportFileRoute(desk(), id)], request)

/** GET what the file holds. */
export const answerExportManifest = (request: Request, id: string): Promise<Response> =>
  answerOwn([exportManifestRoute(desk(), id)], request)

/** GET what an export would cost. */
export const answerExportEstimate = (request: Request): Promise<Response> =>
  answerOwn([exportEstimateRoute(catalogue, sharedState().quota.feed)], request)

/** Goes on with the exports and copies that a process left behind, before anybody asks for a page; where settings are missing, readiness says so. */
export function resumeExports(): void {
  try {
    sharedState()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
  }
}
