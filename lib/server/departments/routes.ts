import "server-only"
import type { RowScope } from "../../catalogue"
import { type DepartmentTree, departmentsContract } from "../../contract"
import { rowScopeOf } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { ExpensiveWork } from "../http/slots"
import type { DepartmentNamesService } from "../names/departments-service"
import type { EditSettingsService } from "./edit-settings"
import type { InvalidValuesService } from "./invalid-values"

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
  readonly invalid: InvalidValuesService
  readonly slots: Pick<ExpensiveWork, "queries">
}

/** All departments, what is wrong with them, and how changes to them are sent. */
export const departmentsRoutes = ({
  directory,
  settings,
  invalid,
  slots,
}: DepartmentsRoutesParts): readonly BoundRoute[] =>
  bindRoutes(departmentsContract, {
    readDepartmentTree: ({ session }) => readDepartmentTree(directory, rowScopeOf(session)),

    readInvalidValues: ({ session, query: { field }, signal }) =>
      slots.queries.run(session.sub, () => invalid.read(rowScopeOf(session), field), signal),

    readEditSettings: () => settings.read(),

    async changeEditSettings({ body }) {
      await settings.write(body)
      return body
    },
  })
