import type { ListOperation, SummaryGroup, SummaryMeasure, SummaryQuery } from "@/lib/catalogue"
import { wallKey } from "@/lib/catalogue/series/testing/wall-keys"
import { isMatch, type ModelRecord } from "../../testing/model"

/** A key as a text that only equal keys have; null for a missing value. */
type PlainKey = string | null

interface PlainRow {
  /** The text of a key, "other", or "all". */
  readonly keys: readonly (PlainKey | "other" | "all")[]
  readonly n: number
  readonly figures: readonly { readonly value: number | string | null; readonly n: number }[]
}

export interface PlainSummary {
  readonly keys: readonly (readonly (PlainKey | "other")[])[]
  readonly rows: readonly PlainRow[]
  readonly subtotals: readonly PlainRow[]
  readonly total: PlainRow
  readonly others: readonly number[]
}

const withZone = (text: string) => (/(?:Z|\+00:00)$/.test(text) ? text : `${text}Z`)
const msOf = (text: string) => Math.floor(Date.parse(withZone(text)))
const hasZone = (text: string) => withZone(text) === text

const storedValue = (
  operation: ListOperation,
  { values }: ModelRecord,
  property: string,
): unknown => values[operation.properties[property]?.field ?? property] ?? null

/** The key of a value in a group; for a time, the local name of its bucket. */
export const plainKey = (value: unknown, { bucket }: SummaryGroup, zone: string): PlainKey => {
  if (value === null) return null
  if (bucket === undefined) return JSON.stringify(value)
  const text = `${value}`
  return wallKey(msOf(text), bucket, hasZone(text) ? zone : "UTC")
}

/** A time to the microsecond in one canonical form. */
function timeText(value: unknown): string {
  const [, seconds = "", fraction = ""] = /^([^.Z+]+)(?:\.(\d+))?/.exec(`${value}`) ?? []
  const digits = fraction.replace(/0+$/, "")
  return `${seconds}${digits && `.${digits}`}Z`
}

const sortable = (text: string) => text.replace("Z", "").padEnd(26, text.includes(".") ? "0" : " ")

function percentile(numbers: readonly number[], share: number): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (at - Math.floor(at)) * (high - low)
}

function ofNumbers(name: SummaryMeasure["name"], numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, each) => total + each, 0)
  if (name === "sum") return sum
  if (name === "average") return sum / numbers.length
  if (name === "median") return percentile(numbers, 0.5)
  if (name === "p90") return percentile(numbers, 0.9)
  if (name === "p95") return percentile(numbers, 0.95)
  return numbers.reduce((best, each) => (name === "minimum" ? Math.min : Math.max)(best, each))
}

function figureOf(operation: ListOperation, measure: SummaryMeasure, of: readonly ModelRecord[]) {
  if (measure.name === "count") return { value: of.length, n: of.length }
  if (measure.name === "share") {
    const n = of.filter((record) => isMatch(operation, record, measure.condition)).length
    return { value: of.length > 0 ? n / of.length : null, n }
  }
  const values = of.flatMap((record) => storedValue(operation, record, measure.property) ?? [])
  const n = values.length
  if (measure.name === "distinct") {
    const isTime = operation.properties[measure.property]?.type.startsWith("date")
    return { value: new Set(values.map((each) => (isTime ? timeText(each) : each))).size, n }
  }
  if (values.every((each) => typeof each === "number"))
    return { value: ofNumbers(measure.name, values as number[]), n }
  const times = values.map(timeText).toSorted((a, b) => (sortable(a) < sortable(b) ? -1 : 1))
  return { value: times.at(measure.name === "minimum" ? 0 : -1) ?? null, n }
}

/** Compares texts by code point and numbers by value, with false before true. */
function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (typeof one !== "string" || typeof other !== "string")
    return Number(one) < Number(other) ? -1 : 1
  const [left, right] = [[...one], [...other]]
  for (const [at, letter] of left.entries()) {
    const beside = right[at]
    if (beside === undefined) return 1
    if (letter !== beside) return (letter.codePointAt(0) ?? 0) - (beside.codePointAt(0) ?? 0)
  }
  return -1
}

const compareNullable = (one: unknown, other: unknown, sign: number) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : sign * compareValues(one, other)

function orderKeys(
  operation: ListOperation,
  query: SummaryQuery,
  at: number,
  groups: ReadonlyMap<PlainKey, readonly ModelRecord[]>,
): PlainKey[] {
  const group = query.groups[at] ?? { property: "" }
  const isTime = (each: SummaryGroup | undefined) => each?.bucket !== undefined
  const usual = isTime(query.groups[0])
    ? { by: "group" as const, descending: true }
    : { by: 0, descending: true }
  const asked = query.sort ?? usual
  const sort = at > 0 && isTime(group) ? { by: "group" as const, descending: true } : asked
  const sign = sort.descending ? -1 : 1
  const figures = new Map(
    [...groups].map(([key, of]) => {
      const measure = sort.by === "group" ? undefined : query.measures[sort.by]
      const value = measure ? figureOf(operation, measure, of).value : null
      return [key, typeof value === "string" ? sortable(value) : value]
    }),
  )
  const most = at === 0 ? query.top : Math.max(20, Math.min(100, Math.floor(20_000 / query.top)))
  /**
   * For a bucket its earliest moment, because the key of a repeated hour does not show its order.
   */
  const keyValue = (key: PlainKey) => {
    if (key === null || !isTime(group)) return key === null ? null : JSON.parse(key)
    const moments = (groups.get(key) ?? []).map((record) =>
      msOf(`${storedValue(operation, record, group.property)}`),
    )
    return moments.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  }
  const values = new Map([...groups.keys()].map((key) => [key, keyValue(key)]))
  const compareKeys = (a: PlainKey, b: PlainKey, by: number) =>
    compareNullable(values.get(a), values.get(b), by)
  const kept = [...groups.keys()]
    .toSorted((a, b) =>
      sort.by === "group"
        ? compareKeys(a, b, sign)
        : compareNullable(figures.get(a) ?? null, figures.get(b) ?? null, sign) ||
          compareKeys(a, b, 1),
    )
    .slice(0, most)
  return at > 0 && isTime(group) ? kept.toSorted((a, b) => compareKeys(a, b, 1)) : kept
}

function groupBy<K>(records: readonly ModelRecord[], keyOf: (record: ModelRecord) => K) {
  const groups = new Map<K, ModelRecord[]>()
  for (const record of records) {
    const known = groups.get(keyOf(record))
    if (known) known.push(record)
    else groups.set(keyOf(record), [record])
  }
  return groups
}

/** The expected summary, computed from single rows. */
export function plainSummary(
  operation: ListOperation,
  records: readonly ModelRecord[],
  query: SummaryQuery,
): PlainSummary {
  const { groups, measures, zone } = query
  const met = records.filter((record) =>
    query.filters.every((filter) => isMatch(operation, record, filter)),
  )
  const keyed = new Map(
    met.map((record) => [
      record,
      groups.map((group) => plainKey(storedValue(operation, record, group.property), group, zone)),
    ]),
  )
  const keyOf = (record: ModelRecord, at: number) => keyed.get(record)?.[at] ?? null
  const own = groups.map((_, at) => groupBy(met, (record) => keyOf(record, at)))
  const kept = own.map((each, at) => orderKeys(operation, query, at, each))
  const others = own.map((each, at) => each.size - (kept[at]?.length ?? 0))
  const keys = kept.map((each, at) => ((others[at] ?? 0) > 0 ? [...each, "other" as const] : each))
  const sets = kept.map((each) => new Set(each))
  const placeOf = (record: ModelRecord, at: number) =>
    sets[at]?.has(keyOf(record, at)) ? keyOf(record, at) : "other"
  const rowOf = (names: PlainRow["keys"], of: readonly ModelRecord[]): PlainRow[] =>
    of.length > 0 || names.every((name) => name === "all")
      ? [
          {
            keys: names,
            n: of.length,
            figures: measures.map((each) => figureOf(operation, each, of)),
          },
        ]
      : []
  const [first, second] = keys
  const byFirst = groupBy(met, (record) => placeOf(record, 0))
  const bySecond = groupBy(met, (record) => placeOf(record, 1))
  const byBoth = groupBy(met, (record) => JSON.stringify([placeOf(record, 0), placeOf(record, 1)]))
  const rows = second
    ? (first ?? []).flatMap((one) =>
        second.flatMap((other) =>
          rowOf([one, other], byBoth.get(JSON.stringify([one, other])) ?? []),
        ),
      )
    : (first ?? []).flatMap((one) => rowOf([one], byFirst.get(one) ?? []))
  const subtotals = second
    ? [
        ...(first ?? []).flatMap((one) => rowOf([one, "all"], byFirst.get(one) ?? [])),
        ...second.flatMap((other) => rowOf(["all", other], bySecond.get(other) ?? [])),
      ]
    : []
  const [total] = rowOf(
    groups.map(() => "all" as const),
    met,
  )
  if (!total) throw new Error("There is always a total.")
  return { keys, rows, subtotals, total, others }
}
