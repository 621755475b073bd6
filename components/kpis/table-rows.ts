import type { SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import { changeOf, type ShownTarget, type TableSort } from "@/lib/client"
import { isCut } from "../charts/chart-model"
import type { ExplorerModel } from "./build-model"

/** A compared value and the row's difference from it; null if either is unknown or partial. */
export interface ComparedValue {
  readonly range: number
  readonly before: number | null
  /** Its state, a letter as in `cellStates`. */
  readonly letter: string
  readonly difference: number | null
  /** A share of the previous value; null if that is zero, too. */
  readonly change: number | null
}

/**
 * A row's target and the row's difference from it, positive above it; null if either is unknown.
 */
export interface TargetValue {
  readonly due: number | null
  readonly gap: number | null
}

/** A bucket of a group as a row. */
export interface ValueRow {
  readonly index: number
  readonly line: number
  /** Its bounds, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly isPartial: boolean
  readonly group: SeriesGroup | undefined
  readonly value: number | null
  readonly letter: string
  readonly compared: readonly ComparedValue[]
  readonly targets: readonly TargetValue[]
  readonly count: number | null
}

function compare(
  { model, sources }: ExplorerModel,
  range: number,
  { line, index }: Pick<ValueRow, "line" | "index">,
): ComparedValue {
  const group = sources[line]?.group
  const now = model.lines[line]
  const other = model.lines[sources.findIndex((it) => it?.range === range && it.group === group)]
  const value = now?.values[index] ?? null
  const before = other?.values[index] ?? null
  const letter = other?.states[index] ?? "m"
  const isWhole = now && other && !isCut(now, index) && !isCut(other, index)
  if (!isWhole || value === null || before === null)
    return { range, before, letter, difference: null, change: null }
  const change = changeOf({ value, before }) ?? null
  return { range, before, letter, difference: value - before, change }
}

/** A value beside its target; the gap is unknown if the value leaves people out. */
export function besideTarget(
  due: number | null,
  value: number | null,
  letter: string | undefined,
): TargetValue {
  const isKnown = value !== null && due !== null && letter === "v"
  return { due, gap: isKnown ? value - due : null }
}

/**
 * An answer's values as rows, the newest bucket first and groups in order; omits buckets that begin
 * after `now`.
 */
export function tableRows(
  answer: SeriesAnswer,
  built: ExplorerModel,
  targets: readonly ShownTarget[],
  now: number,
): ValueRow[] {
  const { model, sources } = built
  const [first] = answer.ranges
  const shown = model.lines.flatMap(({ isCompared }, line) => (isCompared ? [] : [line]))
  const begun = first.edges.slice(0, -1).flatMap((edge, index) => (edge < now ? [index] : []))
  return begun.toReversed().flatMap((index) =>
    shown.map((line) => {
      const group = sources[line]?.group
      const own = model.lines[line]
      const value = own?.values[index] ?? null
      return {
        index,
        line,
        from: first.edges[index] ?? 0,
        to: first.edges[index + 1] ?? 0,
        isPartial: first.partial.includes(index),
        group: group === undefined ? undefined : answer.groups[group],
        value,
        letter: own?.states[index] ?? "m",
        compared: answer.ranges.slice(1).map((_, at) => compare(built, at + 1, { line, index })),
        targets: targets.map(({ lines }) =>
          besideTarget(lines[group ?? 0]?.[index] ?? null, value, own?.states[index]),
        ),
        count: first.lines.find((each) => each.group === group)?.counts[index] ?? null,
      }
    }),
  )
}

type Key = number | string | null

/** The sort key of a column. */
function keyOf(column: string, groupName: (group: SeriesGroup) => string): (row: ValueRow) => Key {
  const [name, at] = column.split("-")
  const position = Number(at)
  const keys: Readonly<Record<string, (row: ValueRow) => Key>> = {
    bucket: ({ from }) => from,
    group: ({ group }) => (group ? groupName(group) : ""),
    value: ({ value }) => value,
    points: ({ count }) => count,
    before: ({ compared }) => compared[position - 1]?.before ?? null,
    difference: ({ compared }) => compared[position - 1]?.difference ?? null,
    change: ({ compared }) => compared[position - 1]?.change ?? null,
    target: ({ targets }) => targets[position]?.due ?? null,
    gap: ({ targets }) => targets[position]?.gap ?? null,
  }
  return keys[name ?? ""] ?? (() => null)
}

function compareKeys(one: number | string, other: number | string, locale: string): number {
  if (typeof one === "number" && typeof other === "number") return one - other
  return `${one}`.localeCompare(`${other}`, locale)
}

/**
 * Sorts rows by a column, names by locale. Rows without a value come last in either direction; the
 * sort is stable.
 */
export function sortRows(
  rows: readonly ValueRow[],
  { column, isDescending }: TableSort,
  groupName: (group: SeriesGroup) => string,
  locale: string,
): ValueRow[] {
  const key = keyOf(column, groupName)
  return rows
    .map((row) => ({ row, key: key(row) }))
    .toSorted((one, other) => {
      if (one.key === null || other.key === null)
        return Number(one.key === null) - Number(other.key === null)
      return compareKeys(one.key, other.key, locale) * (isDescending ? -1 : 1)
    })
    .map(({ row }) => row)
}
