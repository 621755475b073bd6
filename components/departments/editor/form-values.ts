import {
  checkDepartment,
  type DepartmentSchemas,
  type Fields,
  fixedDepartmentFields,
  type Row,
} from "@/lib/catalogue"
import { equalJson, type FieldMerge, mergeThreeWays } from "@/lib/json-patch"

/** The fields of a department that can be edited, by name, as they travel in JSON; what is missing is null. */
export type FormValues = { [field: string]: unknown }

/** The names of the fields that a form edits. */
export const editableNames = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => !fixedDepartmentFields.includes(name))

/** What a form of a record begins with. */
export const valuesOf = (names: readonly string[], record: Row): FormValues =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

/** The fields whose value is another one than the record's. */
export const changedNames = (names: readonly string[], base: Row, values: Row): string[] =>
  names.filter((name) => !equalJson(base[name] ?? null, values[name] ?? null))

/** The values that are other ones than the record's. */
export const changedValues = (names: readonly string[], base: Row, values: Row): FormValues =>
  valuesOf(changedNames(names, base, values), values)

/** The record with the changed values, as the platform stores them where they are valid. */
export function recordAfter(
  schemas: DepartmentSchemas,
  base: Row,
  values: Row,
  changed: readonly string[],
): Row {
  const edited = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { ...base, ...edited, ...checkDepartment(schemas, edited).values }
}

/** The editable fields that somebody changed on either side. */
export function mergeFields(
  names: readonly string[],
  base: Row,
  mine: Row,
  theirs: Row,
): FieldMerge[] {
  return mergeThreeWays(valuesOf(names, base), valuesOf(names, mine), valuesOf(names, theirs))
}

/** The values of one side's own changes, to be laid over the other side's record. */
export const ownChanges = (merges: readonly FieldMerge[]): FormValues =>
  Object.fromEntries(
    merges.filter(({ state }) => state === "mine").map(({ field, mine }) => [field, mine]),
  )

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
