import type { PatchOperation, PathParameters, Row } from "@/lib/catalogue"
import { printPath } from "@/lib/catalogue"
import { type RecordAnswer, readRecord } from "./answers"
import { ApiProblem, readProblem } from "./api-problem"
import { personHeader } from "./signed-in-person"

/** A change to one department: `text` is sent byte for byte. */
export interface DepartmentEdit {
  /** The operation of the version that the settings name. */
  readonly operation: PatchOperation
  readonly id: string
  readonly text: string
  /** The edit that this one takes back. */
  readonly undoes?: string
}

/** The path parameters of the operation, which has one. */
const parametersOf = (operation: PatchOperation, id: string): PathParameters =>
  Object.fromEntries(Object.keys(operation.parameters).map((name) => [name, id]))

/**
 * Sends a change once and answers the department as it is after it. Throws `ApiProblem`: 409 `test_failed`
 * where a `test` failed, 502 `unknown_outcome` where nobody knows, 0 `unreachable` where no answer came
 * back, which may have been sent all the same.
 */
export async function editDepartment(
  edit: DepartmentEdit,
): Promise<RecordAnswer & { readonly record: Row }> {
  const { operation, id, text, undoes } = edit
  const answer = await fetch(`/api${printPath(operation, parametersOf(operation, id))}`, {
    method: "PATCH",
    headers: {
      accept: "application/json",
      "x-requested-with": "dashboard",
      "content-type": "application/json-patch+json",
      ...personHeader(),
      ...(undoes !== undefined && { "x-undoes": undoes }),
    },
    body: text,
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
  }).catch(() => {
    throw new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })
  })
  if (!answer.ok) throw new ApiProblem(await readProblem(answer))
  return readRecord(answer)
}
