import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  printListQuery,
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
  departmentTree: () => ["departments", "tree"] as const,
  editSettings: () => ["departments", "settings"] as const,
  allActivity: () => ["activity"] as const,
  activity: (search: string) => [...queryKeys.allActivity(), search] as const,
  activityPeople: () => [...queryKeys.allActivity(), "people"] as const,
  edit: (id: string) => [...queryKeys.allActivity(), "edit", id] as const,
  editStep: (id: string) => ["edit-step", id] as const,
  batches: () => ["batches"] as const,
  batch: (id: string) => ["batches", id] as const,
  departmentNames: () => ["names", "departments"] as const,
  foundUsers: (text: string) => ["names", "users", text] as const,
  departmentEdit: (id: string) => ["departments", "edit", id] as const,
  userNamesUpload: () => ["names", "upload"] as const,
  pinnedViews: () => ["views", "pinned"] as const,
  views: (report: string) => ["views", report] as const,
  workspace: () => ["workspace"] as const,
  palette: () => ["palette"] as const,
  exports: () => ["exports"] as const,
  recents: () => ["recents"] as const,
  series: (dataSetId: string) => ["series", dataSetId] as const,
  smallGroups: () => ["small-groups"] as const,
  sync: () => ["sync"] as const,
}
