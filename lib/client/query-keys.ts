import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  printListQuery,
} from "@/lib/catalogue"

/**
 * Every query key of the dashboard. `resource` is the prefix of everything that shows records of
 * one type, to invalidate after an edit.
 */
export const queryKeys = {
  resource: (record: string) => ["resource", record] as const,
  list: (operation: ListOperation, parameters: PathParameters, query: ListQuery) =>
    [
      ...queryKeys.resource(operation.record),
      operation.id,
      parameters,
      printListQuery(operation, query).toString(),
    ] as const,
  editStep: (id: string) => ["edit-step", id] as const,
  foundUsers: (text: string) => ["names", "users", text] as const,
  departmentEdit: (id: string) => ["departments", "edit", id] as const,
}
