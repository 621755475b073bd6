import "server-only"
import type { OwnRoute } from "../own-routes"
import type { DepartmentDirectory } from "./department-directory"
import { requireUsers } from "./user-names-routes"

/** The names of all departments by id, as of the last reading of the list, for whoever may read about users. */
export const departmentNamesRoute = (directory: Pick<DepartmentDirectory, "read">): OwnRoute => ({
  name: "read-department-names",
  method: "GET",
  permit: requireUsers,
  async answer() {
    const { names, asOf } = await directory.read()
    return { names, ...(asOf !== undefined && { asOf: new Date(asOf).toISOString() }) }
  },
})
