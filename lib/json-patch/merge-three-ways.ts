import { type JsonDocument, listFields, readField } from "./json-object"
import { equalJson } from "./json-value"

/** One changed field: the common base, and each side's value. */
export interface FieldMerge {
  readonly field: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Who changed it. `same` if both made the same change, `conflict` if they differ. */
  readonly state: "mine" | "theirs" | "same" | "conflict"
}

function judge({ base, mine, theirs }: Omit<FieldMerge, "field" | "state">): FieldMerge["state"] {
  if (equalJson(mine, theirs)) return "same"
  if (equalJson(base, theirs)) return "mine"
  return equalJson(base, mine) ? "theirs" : "conflict"
}

/** Top-level fields changed by at least one side, in order. A missing field is null. */
export function mergeThreeWays(
  base: JsonDocument,
  mine: JsonDocument,
  theirs: JsonDocument,
): FieldMerge[] {
  return listFields(base, mine, theirs).flatMap((field) => {
    const [start, own, other] = [base, mine, theirs].map((each) => readField(each, field))
    const values = { base: start, mine: own, theirs: other }
    const isUntouched = equalJson(start, own) && equalJson(start, other)
    return isUntouched ? [] : [{ field, ...values, state: judge(values) }]
  })
}
