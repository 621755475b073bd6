import {
  type Catalogue,
  CatalogueError,
  departmentSchemas,
  type PatchOperation,
  type PathParameters,
} from "@/lib/catalogue"
import type { JsonPatchOperation } from "@/lib/json-patch"
import type { Store } from "@/lib/records"
import { editDepartment } from "./department-edit"
import { ApiError } from "./errors"

interface Changing {
  readonly catalogue: Catalogue
  readonly store: Pick<Store, "updateRecord">
  readonly parameters: PathParameters
  readonly baseUrl: string
}

/** Applies a patch to the department that the path names and answers what it has become. */
export async function answerPatch(
  { catalogue, store, parameters, baseUrl }: Changing,
  operation: PatchOperation,
  patch: readonly JsonPatchOperation[],
): Promise<string> {
  if (operation.record !== "department")
    throw new CatalogueError(`${operation.id} changes a record that has no rules for changes.`)
  const schemas = departmentSchemas(catalogue)
  const options = { baseUrl, scope: "all" } as const
  const record = await store.updateRecord(operation, parameters, options, (edit) =>
    editDepartment(schemas, patch, edit),
  )
  if (record === undefined) throw new ApiError("not_found")
  return `{"data":${record}}`
}
