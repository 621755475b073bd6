import { z } from "zod"
import { catalogue, patchOperations } from "../catalogue"
import { defineRoute, type Immutable } from "./route"

const entry = z.strictObject({
  id: z.guid(),
  name: z.string(),
  /** The parent department. Null at the top. */
  parentId: z.guid().nullable(),
  type: z.string().nullable(),
  externalId: z.string().nullable(),
  city: z.string().nullable(),
})
export type TreeEntry = Immutable<z.output<typeof entry>>

const tree = z.strictObject({
  departments: z.array(entry),
  /** When the list was last read completely. Null before the first time. */
  asOf: z.iso.datetime().nullable(),
})
/** All departments, ordered by id. */
export type DepartmentTree = Immutable<z.output<typeof tree>>

const versions = patchOperations(catalogue)
  .filter(({ record }) => record === "department")
  .map(({ version }) => version)

export const editSettings = z.strictObject({
  /** The version of the operation that changes use. */
  version: z.enum(versions),
  /**
   * Whether the platform supports `test` operations. If not, the dashboard compares just before it
   * sends.
   */
  takesTests: z.boolean(),
})
/** How changes to departments are sent, for the whole dashboard. */
export type EditSettings = Immutable<z.output<typeof editSettings>>

/** All departments, and the settings of their edits. */
export const departmentsContract = {
  readDepartmentTree: defineRoute({
    name: "read-department-tree",
    method: "GET",
    path: "/api/departments/tree",
    summary: "Read all departments",
    permission: "users:read",
    scope: "all",
    answer: tree,
    problems: [],
  }),
  readEditSettings: defineRoute({
    name: "read-edit-settings",
    method: "GET",
    path: "/api/departments/settings",
    summary: "Read how changes to departments are sent",
    permission: "users:read",
    scope: "none",
    answer: editSettings,
    problems: [],
  }),
  changeEditSettings: defineRoute({
    name: "change-edit-settings",
    method: "PUT",
    path: "/api/departments/settings",
    summary: "Set how changes to departments are sent",
    permission: "users:write",
    scope: "none",
    body: editSettings,
    answer: editSettings,
    problems: [],
  }),
}
