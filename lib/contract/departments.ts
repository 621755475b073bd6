import { z } from "zod"
import { catalogue, departmentSchemas, patchOperations } from "../catalogue"
import { defineRoute, type Immutable } from "./route"

const entry = z.strictObject({
  id: z.guid(),
  name: z.string(),
  /** The department above it; null at the top. */
  parentId: z.guid().nullable(),
  type: z.string().nullable(),
  externalId: z.string().nullable(),
  city: z.string().nullable(),
})
/** A department as the tree shows it. */
export type TreeEntry = Immutable<z.output<typeof entry>>

const tree = z.strictObject({
  departments: z.array(entry),
  /** When the list was last read whole; null before the first time. */
  asOf: z.iso.datetime().nullable(),
})
/** All departments, in order of their ids. */
export type DepartmentTree = Immutable<z.output<typeof tree>>

/** The fields of a department that have rules. */
const checkedFields = z.enum(Object.keys(departmentSchemas(catalogue)))

const invalidValue = z.strictObject({
  id: z.guid(),
  /** The department's name; null where it has none. */
  name: z.string().nullable(),
  field: z.string(),
  /** Where in the field's value: none where it is the value itself. */
  place: z.array(z.union([z.string(), z.int()])),
  /** The whole value of the field. */
  value: z.unknown(),
  /** What it must be. */
  message: z.string(),
})
/** A value of a department that a change of it would be refused with. */
export type InvalidValue = Immutable<z.output<typeof invalidValue>>

const invalidDepartments = z.strictObject({
  /** How many departments are copied. */
  departments: z.int().min(0),
  /** How many of them have an invalid value. */
  invalid: z.int().min(0),
  /** How many by field, the most first. */
  fields: z.array(z.strictObject({ field: z.string(), departments: z.int().min(1) })),
  /** The values, by the names of their departments; at most 1,000 of a field. */
  values: z.array(invalidValue),
  /** Since when nothing is missing of the copy. */
  asOf: z.iso.datetime(),
})
/** What departments hold that the rules of a change do not allow. */
export type InvalidDepartments = Immutable<z.output<typeof invalidDepartments>>

const versions = patchOperations(catalogue)
  .filter(({ record }) => record === "department")
  .map(({ version }) => version)

/** What the settings of changes may be. */
export const editSettings = z.strictObject({
  /** The version of the operation that changes go to. */
  version: z.enum(versions),
  /** The platform takes `test` operations; else the dashboard compares just before it sends. */
  takesTests: z.boolean(),
})
/** How changes to departments are sent, one for the whole dashboard. */
export type EditSettings = Immutable<z.output<typeof editSettings>>

/** All departments at once, and how they are changed. */
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
  readInvalidValues: defineRoute({
    name: "read-invalid-values",
    method: "GET",
    path: "/api/departments/invalid",
    summary: "Read which values of departments the rules of changes do not allow",
    permission: "users:read",
    scope: "all",
    /** The values of one field alone; with `none` only how many there are. */
    query: z.object({ field: z.union([checkedFields, z.literal("none")]).optional() }),
    answer: invalidDepartments,
    problems: ["not_copied", "too_many_requests", "took_too_long"],
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
