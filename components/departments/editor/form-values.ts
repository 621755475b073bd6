import {
  checkDepartment,
  type DepartmentSchemas,
  type Fields,
  fixedDepartmentFields,
  type Row,
} from "@/lib/catalogue"
import { equalJson, type FieldMerge, mergeThreeWays } from "@/lib/json-patch"

/** The editable fields of a department as JSON values, by name; missing ones are null. */
export type FormValues = { [field: string]: unknown }

export const editableNames = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => !fixedDepartmentFields.includes(name))

/** The initial values of a form. */
export const valuesOf = (names: readonly string[], record: Row): FormValues =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

/** The fields whose value differs from the record's. */
export const changedNames = (names: readonly string[], base: Row, values: Row): string[] =>
  names.filter((name) => !equalJson(base[name] ?? null, values[name] ?? null))

/** The values that differ from the record's. */
export const changedValues = (names: readonly string[], base: Row, values: Row): FormValues =>
  valuesOf(changedNames(names, base, values), values)

/** The record with the changed values, in the platform's stored form if they are valid. */
export function recordAfter(
  schemas: DepartmentSchemas,
  base: Row,
  values: Row,
  changed: readonly string[],
): Row {
  const edited = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { ...base, ...edited, ...checkDepartment(schemas, edited).values }
}

/** Merges the editable fields that either side changed. */
export function mergeFields(
  names: readonly string[],
  base: Row,
  mine: Row,
  theirs: Row,
): FieldMerge[] {
  return mergeThreeWays(valuesOf(names, base), valuesOf(names, mine), valuesOf(names, theirs))
}

/** One side's own changes, to apply to the other side's record. */
export const ownChanges = (merges: readonly FieldMerge[]): FormValues =>
  Object.fromEntries(
    merges.filter(({ state }) => state === "mine").map(({ field, mine }) => [field, mine]),
  )

/** The decision on a conflicting field: one of the two values, or a custom one. */
export type MergeChoice =
  | { readonly kind: "mine" | "theirs" }
  | { readonly kind: "other"; readonly value: unknown }

export type MergeChoices = { readonly [field: string]: MergeChoice }

/** The undecided conflicts: fields that both changed to different values. */
export const openConflicts = (merges: readonly FieldMerge[], choices: MergeChoices): FieldMerge[] =>
  merges.filter(({ field, state }) => state === "conflict" && !Object.hasOwn(choices, field))

function chosenValue({ field, mine, theirs }: FieldMerge, choices: MergeChoices): unknown {
  const choice = choices[field]
  if (choice?.kind === "other") return choice.value
  return choice?.kind === "mine" ? mine : theirs
}

/**
 * The values to apply to the other person's record: own changes, and the decisions on conflicts.
 */
export const mergedValues = (merges: readonly FieldMerge[], choices: MergeChoices): FormValues =>
  Object.fromEntries(
    merges.flatMap((merge) => {
      if (merge.state === "mine") return [[merge.field, merge.mine]]
      return merge.state === "conflict" ? [[merge.field, chosenValue(merge, choices)]] : []
    }),
  )
