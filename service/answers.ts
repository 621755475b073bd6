import {
  type Catalogue,
  CatalogueError,
  departmentSchemas,
  type ListOperation,
  type ListRequest,
  type Operation,
  type PatchOperation,
  type PathParameters,
  printPath,
  type SingleOperation,
} from "@/lib/catalogue"
import type { JsonPatchOperation } from "@/lib/json-patch"
import type { Store } from "@/lib/records"
import { patchDepartment } from "./department-edit"
import { ApiError } from "./errors"
import { type Plan, requireContainers } from "./pipeline"

interface Changing {
  readonly catalogue: Catalogue
  readonly store: Pick<Store, "updateRecord">
  readonly parameters: PathParameters
  readonly baseUrl: string
}

/** Applies a patch to the department in the path and returns the changed department. */
async function answerPatch(
  { catalogue, store, parameters, baseUrl }: Changing,
  operation: PatchOperation,
  patch: readonly JsonPatchOperation[],
): Promise<string> {
  if (operation.record !== "department")
    throw new CatalogueError(`${operation.id} changes a record that has no rules for changes.`)
  const schemas = departmentSchemas(catalogue)
  const options = { baseUrl, scope: "all" } as const
  const record = await store.updateRecord(operation, parameters, options, (edit) =>
    patchDepartment(schemas, patch, edit),
  )
  if (record === undefined) throw new ApiError("not_found")
  return `{"data":${record}}`
}

/** Inputs of every response. `baseUrl` is the API's public one, for URLs in responses. */
export interface PageReading {
  readonly catalogue: Catalogue
  readonly store: Pick<Store, "findContainers" | "readPage" | "readRecord" | "updateRecord">
  readonly parameters: PathParameters
  readonly baseUrl: string
  /** Aborts when nobody waits for the response any more. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Wraps the records' bytes, as returned by the database, in a list's JSON `{ count, data, nextUrl?,
 * previousUrl? }`.
 */
async function answerList(reading: PageReading, operation: ListOperation, request: ListRequest) {
  const { store, parameters, baseUrl, signal } = reading
  const page = await store.readPage(operation, parameters, request, {
    baseUrl,
    scope: "all",
    signal,
    accept: (found, fault) => requireContainers(operation, found, fault),
  })
  const url = (name: string, cursor: string | undefined) => {
    if (cursor === undefined) return ""
    // Numbers and base64url need no escaping.
    const text = `${baseUrl}${printPath(operation, parameters)}?limit=${page.limit}&cursor=${cursor}`
    return `,"${name}":${JSON.stringify(text)}`
  }
  const urls = `${url("nextUrl", page.nextCursor)}${url("previousUrl", page.previousCursor)}`
  return `{"count":${page.count},"data":${page.data}${urls}}`
}

async function answerRecord(
  { store, parameters, baseUrl }: PageReading,
  operation: SingleOperation,
) {
  const record = await store.readRecord(operation, parameters, { baseUrl, scope: "all" })
  if (record === undefined) throw new ApiError("not_found")
  return `{"data":${record}}`
}

/**
 * The JSON response for a plan (specification 2): a list's envelope, or the single record that was
 * read or changed.
 */
export async function answerPlan(reading: PageReading, plan: Plan): Promise<string> {
  if ("request" in plan) return answerList(reading, plan.operation, plan.request)
  const { store, parameters } = reading
  requireContainers(plan.operation, await store.findContainers(plan.operation, parameters))
  return "patch" in plan
    ? answerPatch(reading, plan.operation, plan.patch)
    : answerRecord(reading, plan.operation)
}

/**
 * Tells readers of a deprecated operation since when it is deprecated, and what to use instead (RFC
 * 9745).
 */
export function deprecationHeaders(operation: Operation, baseUrl: string): Record<string, string> {
  if (!operation.deprecated) return {}
  const { since, successor } = operation.deprecated
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    link: `<${baseUrl}${successor}>; rel="successor-version"`,
  }
}
