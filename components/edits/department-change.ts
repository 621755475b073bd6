import type { Row } from "@/lib/catalogue"
import { ApiProblem, api } from "@/lib/client"
import type { EditAnswer } from "@/lib/contract"
import { diffDocuments, type JsonPatchOperation } from "@/lib/json-patch"

/** A change to one department: the record as read, and the desired one. */
export interface DepartmentChange {
  readonly id: string
  readonly before: Row
  readonly after: Row
  /** The edit that this one undoes. */
  readonly undoes?: string | undefined
}

/** The change as a patch, whose writes are each guarded by a test of the old value. */
export const patchOf = ({ before, after }: DepartmentChange) => diffDocuments(before, after)

/** A key per intention. `randomUUID` is unavailable on pages without TLS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")

/**
 * Sends a change; a repetition with the same key returns the first response. Throws `ApiProblem`.
 */
export const sendEdit = (
  { id, undoes }: Pick<DepartmentChange, "id" | "undoes">,
  patch: readonly JsonPatchOperation[],
  key: string,
): Promise<EditAnswer> =>
  api.post("/api/departments/{departmentId}/edits", {
    parameters: { departmentId: id },
    headers: { "idempotency-key": key, ...(undoes !== undefined && { "x-undoes": undoes }) },
    body: patch,
  })

const statuses: Readonly<Record<string, number>> = {
  test_failed: 409,
  patch_not_applicable: 422,
  not_found: 404,
}

/** The reason for a refused edit, in the form of other problems. */
export function refusalOf({ edit, reasons }: EditAnswer): ApiProblem {
  const code = edit.code ?? "internal"
  return new ApiProblem({
    status: statuses[code] ?? edit.status ?? 400,
    code,
    title: "",
    detail: reasons.find(({ path }) => path === "")?.message ?? "",
    errors: reasons
      .filter(({ path }) => path !== "")
      .map(({ path, message }) => ({ parameter: path, message })),
    requestId: edit.requestId,
  })
}
