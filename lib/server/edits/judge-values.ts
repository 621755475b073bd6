import "server-only"
import { type DepartmentSchemas, fixedDepartmentFields, ownValue } from "../../catalogue"
import type { JsonPatchOperation } from "../../json-patch"

/** The field that a path names as a whole; undefined for a path into one. */
function fieldOf(path: string): string | undefined {
  const [, field, ...rest] = path.split("/")
  if (field === undefined || rest.length > 0) return undefined
  return field.replaceAll("~1", "/").replaceAll("~0", "~")
}

/**
 * What of a department's patch no platform may take (decisions "Department PATCH"): values that a field may not
 * hold, fields that no patch may change, and a department that would stand below itself. Paths into a field, and
 * whether another department is there and makes no circle, are judged by the platform alone, which sees all
 * departments at the moment of the change.
 */
export function judgeValues(
  schemas: DepartmentSchemas,
  recordId: string,
  operations: readonly JsonPatchOperation[],
): { parameter: string; message: string }[] {
  return operations.flatMap((operation) => {
    const { op, path } = operation
    if (op === "test") return []
    const field = fieldOf(path)
    if (field === undefined) return []
    const fault = (message: string) => [{ parameter: path, message: `${field} ${message}.` }]
    if (fixedDepartmentFields.includes(field)) return fault("cannot be changed")
    const schema = ownValue(schemas, field)
    if (!schema || !(op === "add" || op === "replace")) return []
    const { value } = operation
    const isOwn = typeof value === "string" && value.toLowerCase() === recordId.toLowerCase()
    if (field === "parentId" && isOwn) return fault("must be another department")
    const issue = schema.safeParse(value).error?.issues[0]
    return issue ? fault(issue.message) : []
  })
}
