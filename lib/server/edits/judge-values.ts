import "server-only"
import { type DepartmentSchemas, fixedDepartmentFields, ownValue } from "../../catalogue"
import type { JsonPatchOperation } from "../../json-patch"

/** The field that a path names as a whole; undefined for a path into a field. */
function fieldOf(path: string): string | undefined {
  const [, field, ...rest] = path.split("/")
  if (field === undefined || rest.length > 0) return undefined
  return field.replaceAll("~1", "/").replaceAll("~0", "~")
}

/**
 * What no platform accepts in a department's patch (decisions "Department PATCH"): invalid values,
 * read-only fields, and a department as its own parent. Paths into a field, and whether another
 * department exists and forms no cycle, are left to the platform, which sees all departments at
 * that moment.
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
