import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  printListQuery,
  type SingleOperation,
} from "@/lib/catalogue"

/** Every query key of the dashboard. `resource` is the prefix of all that shows records of one type, to invalidate after an edit. */
export const queryKeys = {
  resource: (record: string) => ["resource", record] as const,
  list: (operation: ListOperation, parameters: PathParameters, query: ListQuery) =>
    [
      ...queryKeys.resource(operation.record),
      operation.id,
      parameters,
      printListQuery(operation, query).toString(),
    ] as const,
  record: (operation: SingleOperation, parameters: PathParameters) =>
    [...queryKeys.resource(operation.record), operation.id, parameters] as const,
  departmentNames: () => ["names", "departments"] as const,
  userNamesUpload: () => ["names", "upload"] as const,
  views: (report: string) => ["views", report] as const,
  workspace: () => ["workspace"] as const,
  palette: () => ["palette"] as const,
  exports: () => ["exports"] as const,
  recents: () => ["recents"] as const,
}
