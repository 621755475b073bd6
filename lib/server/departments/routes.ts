import "server-only"
import type { RowScope } from "../../catalogue"
import { type DepartmentTree, departmentsContract } from "../../contract"
import { rowScopeOf } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { DepartmentNamesService } from "../names/departments-service"
import type { EditSettingsService } from "./edit-settings"

/** All saved departments; a stale list is refreshed in the background. */
export async function readDepartmentTree(
  directory: Pick<DepartmentNamesService, "readDepartments">,
  scope: RowScope,
): Promise<DepartmentTree> {
  const { departments, asOf } = await directory.readDepartments(scope)
  return { departments, asOf: asOf === undefined ? null : new Date(asOf).toISOString() }
}

export interface DepartmentsRoutesParts {
  readonly directory: Pick<DepartmentNamesService, "readDepartments">
  readonly settings: EditSettingsService
}

export const departmentsRoutes = ({
  directory,
  settings,
}: DepartmentsRoutesParts): readonly BoundRoute[] =>
  bindRoutes(departmentsContract, {
    readDepartmentTree: ({ session }) => readDepartmentTree(directory, rowScopeOf(session)),

    readEditSettings: () => settings.read(),

    async changeEditSettings({ body }) {
      await settings.write(body)
      return body
    },
  })
