import { type PatchOperation, type PathParameters, printPath, type Row } from "@/lib/catalogue"
import { ApiProblem, personHeader, type RecordAnswer, readProblem, readRecord } from "@/lib/client"
import { diffDocuments, equalJson } from "@/lib/json-patch"

/** A change to one department: `text` is sent byte for byte. */
export interface DepartmentEdit {
  /** The operation of the version that the settings name. */
  readonly operation: PatchOperation
  readonly id: string
  readonly text: string
  /** The edit that this one undoes. */
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

/** A change to one department: what it was when it was read, and what it is to become. */
export interface DepartmentChange {
  readonly id: string
  readonly before: Row
  readonly after: Row
  /** The edit that this one undoes. */
  readonly undoes?: string | undefined
}

/** What a department, read back, says of a change whose outcome is unknown. */
export type ReadVerdict = "applied" | "not_applied" | "changed"

/** Judges by the fields that the change writes; one that is missing is null. */
export function judgeReading({ before, after }: DepartmentChange, current: Row): ReadVerdict {
  const names = Object.keys({ ...before, ...after })
  const valueIn = (row: Row, name: string) => row[name] ?? null
  const written = names.filter((name) => !equalJson(valueIn(before, name), valueIn(after, name)))
  const isAs = (row: Row) =>
    written.every((name) => equalJson(valueIn(current, name), valueIn(row, name)))
  if (isAs(after)) return "applied"
  return isAs(before) ? "not_applied" : "changed"
}

/** The patch that makes the change, each write guarded by a test of the old value. */
export const patchOf = ({ before, after }: DepartmentChange) => diffDocuments(before, after)
