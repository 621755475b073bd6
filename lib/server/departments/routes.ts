import "server-only"
import type { RowScope } from "../../catalogue"
import { type DepartmentTree, departmentsContract } from "../../contract"
import { rowScopeOf } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { DepartmentNamesService } from "../names/departments-service"
import type { EditSettingsService } from "./edit-settings"

/** All departments as they are saved; where they are old, the list is read again behind the answer. */
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

/** All departments, and how changes to them are sent. */
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
