import type { SummaryGroups, SummaryKey, SummarySort } from "@/lib/catalogue"
import { figureOrder, type MeasuredColumn, type Parts } from "./figures"
import type { SummaryField } from "./summary-query"

/** A group's key in a statement's result: the value, or for a time its bucket number, from 1. */
export type GroupKey = string | number | boolean | null

/** A field's groups in order: the separate ones, and the number of others. */
export interface Ranked {
  readonly keys: readonly GroupKey[]
  readonly others: number
}

const pointsOf = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)

function compareTexts(one: string, other: string): number {
  const [left, right] = [pointsOf(one), pointsOf(other)]
  const at = left.findIndex((code, index) => code !== right[index])
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
}

type Value = Exclude<GroupKey, null> | bigint

const compareValues = (one: Value, other: Value): number =>
  typeof one === "string" && typeof other === "string"
    ? compareTexts(one, other)
    : Number(one > other) - Number(one < other)

/** Nulls last, in either direction. */
function compareNullable(one: Value | null, other: Value | null, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return compareValues(one, other) * (descending ? -1 : 1)
}

export interface RankRule {
  readonly sort: SummarySort
  readonly most: number
  readonly measures: readonly MeasuredColumn[]
}

/** The groups in order, equal figures by key. The last place is that of all others. */
export function rankSummaryGroups(
  groups: ReadonlyMap<GroupKey, Parts>,
  { sort, most, measures }: RankRule,
): Ranked {
  const { by, descending } = sort
  const orderOf = (parts: Parts) => {
    const measured = by === "group" ? undefined : measures[by]
    return measured && by !== "group" ? figureOrder(measured, parts, by) : null
  }
  const all = [...groups].map(([key, parts]) => ({ key, order: orderOf(parts) }))
  all.sort(
    (one, other) =>
      compareNullable(one.order, other.order, descending) ||
      compareNullable(one.key, other.key, by === "group" && descending),
  )
  const keys = all.slice(0, most).map(({ key }) => key)
  return { keys, others: all.length - keys.length }
}

/** Non-null keys in PostgreSQL's order. */
export const sortKeys = (keys: readonly GroupKey[]): Exclude<GroupKey, null>[] =>
  keys.flatMap((key) => (key === null ? [] : [key])).toSorted(compareValues)

const moment = (ms: number) => `${new Date(ms).toISOString().replace(".000Z", "Z")}`

function keyOf({ edges }: SummaryField, key: GroupKey): SummaryKey {
  if (!edges || typeof key !== "number") return { kind: "value", value: key }
  const [from = 0, to = Number.POSITIVE_INFINITY] = [edges[key - 1], edges[key]]
  const isLast = key === edges.length - 1 && to >= lastMs
  return { kind: "bucket", from: moment(Math.max(from, firstMs)), to: isLast ? null : moment(to) }
}

const firstMs = Date.parse("0001-01-01T00:00:00Z")
/** No edge is later: in every time zone, the last day of the calendar begins about then. */
const lastMs = Date.parse("9999-12-30T00:00:00Z")

/** A field's groups as returned, with the others last. */
export function describeGroups(field: SummaryField, ranked: Ranked): SummaryGroups["keys"] {
  const keys = ranked.keys.map((key) => keyOf(field, key))
  return ranked.others > 0 ? [...keys, { kind: "other", members: ranked.others }] : keys
}
