import {
  bucketEdges,
  dayAt,
  hasTooManyBuckets,
  type SummaryGroups,
  type SummaryRow,
} from "@/lib/catalogue"
import { type ChartLine, styleOfGroup } from "../charts/chart-model"

/** A row's figure if it is a number. */
export const figureNumber = (row: SummaryRow | undefined, at: number): number | null => {
  const value = row?.figures[at]?.value
  return typeof value === "number" ? value : null
}

/**
 * The edges of all buckets from the first group to the last; undefined if there are none, or too
 * many to draw.
 */
export function bucketEdgesOf({
  keys,
  bucket,
  zone = "UTC",
}: SummaryGroups): readonly number[] | undefined {
  const moments = keys.flatMap((key) => (key.kind === "bucket" ? [Date.parse(key.from)] : []))
  if (moments.length === 0 || bucket === undefined) return undefined
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const ends = keys.flatMap((key) =>
    key.kind === "bucket" && key.to !== null ? [Date.parse(key.to)] : [],
  )
  const to = dayAt(Math.max(last, ...ends) - 1, zone)
  const days = { from: dayAt(first, zone), to }
  return hasTooManyBuckets(days, bucket) ? undefined : bucketEdges(days, bucket, zone)
}

interface LineParts {
  readonly edges: readonly number[]
  readonly first: SummaryGroups
  readonly at: number
  /** The value for buckets without rows. */
  readonly nothing: number | null
}

/** A line over the buckets of some rows, by bucket index. */
export function lineOfRows(
  { edges, first, at, nothing }: LineParts,
  { key, label, position }: { key: string; label: string; position: number },
  rows: readonly SummaryRow[],
): ChartLine {
  const byStart = new Map(
    rows.flatMap((row) => {
      const place = row.keys[0]
      const bucket = typeof place === "number" ? first.keys[place] : undefined
      return bucket?.kind === "bucket" ? [[Date.parse(bucket.from), row] as const] : []
    }),
  )
  const starts = edges.slice(0, -1)
  const values = starts.map((start) =>
    byStart.has(start) ? figureNumber(byStart.get(start), at) : nothing,
  )
  const now = Date.now()
  const running = starts.flatMap((start, index) =>
    start <= now && (edges[index + 1] ?? 0) > now ? [index] : [],
  )
  return {
    key,
    group: key,
    label,
    isCompared: false,
    style: styleOfGroup(position),
    values,
    states: values.map((value) => (value === null ? "m" : "v")).join(""),
    partial: new Set(running),
  }
}
