import type { FieldMerge } from "@/lib/json-patch"
import type { FormValues } from "./form-values"

/** What becomes of a field that two people changed: one of their values, or another one. */
export type MergeChoice =
  | { readonly kind: "mine" | "theirs" }
  | { readonly kind: "other"; readonly value: unknown }

export type MergeChoices = { readonly [field: string]: MergeChoice }

/** The fields that two people changed in different ways and for which nobody has chosen yet. */
export const openConflicts = (merges: readonly FieldMerge[], choices: MergeChoices): FieldMerge[] =>
  merges.filter(({ field, state }) => state === "conflict" && !Object.hasOwn(choices, field))

function chosenValue({ field, mine, theirs }: FieldMerge, choices: MergeChoices): unknown {
  const choice = choices[field]
  if (choice?.kind === "other") return choice.value
  return choice?.kind === "mine" ? mine : theirs
}

/** The values to lay over the other person's record: own changes, and what was chosen for conflicts. */
export const mergedValues = (merges: readonly FieldMerge[], choices: MergeChoices): FormValues =>
  Object.fromEntries(
    merges.flatMap((merge) => {
      if (merge.state === "mine") return [[merge.field, merge.mine]]
      return merge.state === "conflict" ? [[merge.field, chosenValue(merge, choices)]] : []
    }),
  )
