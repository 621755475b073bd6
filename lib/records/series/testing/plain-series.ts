import type { BucketSize, DayRange, Grouping, Measure, SeriesGroup } from "@/lib/catalogue"
import { wallKey } from "@/lib/catalogue/series/testing/wall-keys"
import type { RandomPoint } from "./random-points"

/** A query on points in memory. */
export interface PlainSeriesRequest {
  readonly measure: Measure
  readonly bucket: BucketSize
  readonly zone: string
  readonly grouping: Grouping
  /** The ancestor that a department counts towards; undefined if there is none. */
  readonly ancestorOf?: (departmentId: string) => string | undefined
  readonly top: number
  readonly ranges: readonly DayRange[]
  readonly keep: (point: RandomPoint) => boolean
}

/** A cell: its points, and the measure of their values. */
export interface PlainCell {
  readonly points: readonly RandomPoint[]
  readonly value: number | null
  /** The sum of the values' magnitudes, for the allowed error. */
  readonly magnitude: number
}

export interface PlainSeries {
  readonly groups: readonly SeriesGroup[]
  /** The cells of each range and group, by the keys of their buckets. */
  readonly ranges: readonly (readonly ReadonlyMap<string, PlainCell>[])[]
  readonly unplaced: number
}

const quarterMs = 900_000
const names = new Map<string, Map<number, string>>()

/** Returns the bucket key of a moment. It is cached per quarter of an hour, where clocks change. */
function namesIn(zone: string, bucket: BucketSize): (ms: number) => string {
  const key = `${zone} ${bucket}`
  const known = names.get(key) ?? new Map<number, string>()
  names.set(key, known)
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs)
    const name = known.get(quarter) ?? wallKey(ms, bucket, zone)
    known.set(quarter, name)
    return name
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return low + (high - low) * (position - Math.floor(position))
}

const measureOf: { readonly [name in Measure]: (values: readonly number[], n: number) => number } =
  {
    sum: sumOf,
    average: (values) => sumOf(values) / values.length,
    minimum: (values) => values.reduce((a, b) => Math.min(a, b)),
    maximum: (values) => values.reduce((a, b) => Math.max(a, b)),
    count: (_, n) => n,
    median: (values) => percentile(values, 0.5),
    p95: (values) => percentile(values, 0.95),
  }

function cellOf(measure: Measure, points: readonly RandomPoint[]): PlainCell {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const isEmpty = measure !== "count" && values.length === 0
  const value = isEmpty ? null : measureOf[measure](values, points.length)
  return { points, value, magnitude: sumOf(values.map(Math.abs)) }
}

const codePoints = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0)

function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  const [a, b] = [codePoints(one), codePoints(other)]
  const at = a.findIndex((code, index) => code !== b[index])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
}

const unplacedKey = Symbol("unplaced")
type Key = string | null | typeof unplacedKey

function keyOf({ grouping, ancestorOf }: PlainSeriesRequest, point: RandomPoint): Key {
  if (grouping === "none") return null
  if (grouping === "label") return point.label
  if (grouping === "user") return point.userId
  if (point.departmentId === null || !ancestorOf) return point.departmentId
  return ancestorOf(point.departmentId) ?? unplacedKey
}

function collect<K>(points: readonly RandomPoint[], by: (point: RandomPoint) => K) {
  const found = new Map<K, RandomPoint[]>()
  for (const point of points) {
    const key = by(point)
    const known = found.get(key)
    if (known) known.push(point)
    else found.set(key, [point])
  }
  return found
}

/** Sorts larger values first and missing values last. */
function compareCells(one: PlainCell, other: PlainCell): number {
  const [a, b] = [one.value ?? Number.NEGATIVE_INFINITY, other.value ?? Number.NEGATIVE_INFINITY]
  return Number(a < b) - Number(a > b)
}

/** The groups in order, and the group of each key. */
function rank(query: PlainSeriesRequest, inRanges: readonly (readonly RandomPoint[])[]) {
  const { grouping, top } = query
  if (grouping === "none") return { groups: [{ kind: "all" } as const], groupOf: () => 0 }
  const first = collect(inRanges[0] ?? [], (point) => keyOf(query, point))
  const keys = [...collect(inRanges.flat(), (point) => keyOf(query, point)).keys()]
  const placed = keys
    .filter((key) => key !== unplacedKey)
    .map((key) => ({ key, cell: cellOf(query.measure, first.get(key) ?? []) }))
    .toSorted((a, b) => compareCells(a.cell, b.cell) || compareKeys(a.key, b.key))
    .map(({ key }) => key)
  const unplacedMembers = inRanges
    .flat()
    .flatMap((point) => (keyOf(query, point) === unplacedKey ? [point.departmentId] : []))
  const members = Math.max(0, placed.length - top) + new Set(unplacedMembers).size
  const named = placed.slice(0, top).map((key): SeriesGroup => ({ kind: grouping, key }))
  const groups = members > 0 ? [...named, { kind: "other", members } as const] : named
  const index = new Map<Key, number>(placed.slice(0, top).map((key, at) => [key, at]))
  return { groups, groupOf: (key: Key) => index.get(key) ?? named.length }
}

/** Computes a series from single points. */
export function plainSeries(all: readonly RandomPoint[], query: PlainSeriesRequest): PlainSeries {
  const { bucket, zone, ranges } = query
  const [dayOf, bucketOf] = [namesIn(zone, "day"), namesIn(zone, bucket)]
  const counted = all.filter((point) => !Number.isNaN(point.ms) && query.keep(point))
  const inRanges = ranges.map(({ from, to }) =>
    counted.filter(({ ms }) => {
      const day = dayOf(ms)
      return day >= from && day <= to
    }),
  )
  const { groups, groupOf } = rank(query, inRanges)
  const answered = inRanges.map((points) => {
    const byGroup = collect(points, (point) => groupOf(keyOf(query, point)))
    return groups.map((_, group) => {
      const cells = collect(byGroup.get(group) ?? [], ({ ms }) => bucketOf(ms))
      return new Map([...cells].map(([name, held]) => [name, cellOf(query.measure, held)]))
    })
  })
  const unplacedMembers = (inRanges[0] ?? []).filter((point) => keyOf(query, point) === unplacedKey)
  const unplaced = new Set(unplacedMembers.map((point) => point.departmentId)).size
  return { groups, ranges: answered, unplaced }
}
