import "server-only"
import type { Catalogue } from "../../catalogue"
import type { KeptDepartment } from "../../store"
import type { DepartmentDirectory } from "../names/department-directory"
import { requireUsers } from "../names/user-names-routes"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { requireAdministrator } from "../require-administrator"
import { requireBody } from "../require-body"
import { type EditSettingsKeeper, editSettingsSchema } from "./edit-settings"

/** What `GET /api/departments/tree` answers: all departments, and the ISO time of the last whole reading. */
export interface DepartmentTreeAnswer {
  readonly departments: readonly KeptDepartment[]
  readonly asOf: string | null
}

/** All departments as they are kept; where they are old, the list is read again behind the answer. */
export async function readDepartmentTree(
  directory: Pick<DepartmentDirectory, "readDepartments">,
): Promise<DepartmentTreeAnswer> {
  const { departments, asOf } = await directory.readDepartments()
  return { departments, asOf: asOf === undefined ? null : new Date(asOf).toISOString() }
}

/** GET all departments, for whoever may read about users. */
export const departmentTreeRoute = (
  directory: Pick<DepartmentDirectory, "readDepartments">,
): OwnRoute => ({
  name: "read-department-tree",
  method: "GET",
  permit: requireUsers,
  answer: () => readDepartmentTree(directory),
})

/** GET how changes are sent, for whoever may read about users; PUT it, for administrators. */
export function editSettingsRoutes(catalogue: Catalogue, settings: EditSettingsKeeper): OwnRoutes {
  const schema = editSettingsSchema(catalogue)
  return [
    {
      name: "read-edit-settings",
      method: "GET",
      permit: requireUsers,
      answer: () => settings.read(),
    },
    {
      name: "change-edit-settings",
      method: "PUT",
      permit: (session) => requireAdministrator(session, "users:write"),
      async answer(_session, request) {
        const asked = await requireBody(request, schema)
        await settings.write(asked)
        return asked
      },
    },
  ]
}
