import type { z } from "zod"
import type { DepartmentSchemas } from "./department-values"
import { ownValue } from "./own-value"

/** One invalid value of a department: its path, starting with the field, and the rule it breaks. */
export interface DepartmentProblem {
  readonly place: readonly (string | number)[]
  readonly message: string
}

/**
 * The valid values as they are stored (guids in lower case, absent descriptions as null), and the
 * problems of the others.
 */
export interface DepartmentCheck {
  readonly values: { readonly [field: string]: unknown }
  readonly problems: readonly DepartmentProblem[]
}

const problemsOf = (field: string, issue: z.core.$ZodIssue): DepartmentProblem[] => {
  const place = [field, ...issue.path.filter((key) => typeof key !== "symbol")]
  return issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({ place: [...place, key], message: "is not known here" }))
    : [{ place, message: issue.message }]
}

/** Checks the given fields of a department. A field without a schema is a problem too. */
export function checkDepartment(
  schemas: DepartmentSchemas,
  values: { readonly [field: string]: unknown },
): DepartmentCheck {
  const checked: [field: string, value: unknown][] = []
  const problems: DepartmentProblem[] = []
  for (const [field, value] of Object.entries(values)) {
    const schema = ownValue(schemas, field)
    const result = schema?.safeParse(value)
    if (!result) problems.push({ place: [field], message: "is not known here" })
    else if (result.success) checked.push([field, result.data])
    else problems.push(...result.error.issues.flatMap((issue) => problemsOf(field, issue)))
  }
  return { values: Object.fromEntries(checked), problems }
}
