import type { SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import { type BucketMatch, matchBuckets, type Target } from "@/lib/client"
import {
  type ChartLine,
  type ChartModel,
  lookOfCompared,
  lookOfGroup,
  lookOfTarget,
  restLook,
} from "../charts/chart-model"
import { targetValues } from "./target-values"

/** Which cell of an answer stands where a line has a bucket. */
export interface LineSource {
  readonly range: number
  /** An index into the answer's groups. */
  readonly group: number
  /** The bucket in its own range, for each of the first range's. */
  readonly match: BucketMatch
}

/** An answer as a chart draws it; `sources` has one entry for each line, undefined for one of several groups. */
export interface ExplorerModel {
  readonly model: ChartModel
  readonly sources: readonly (LineSource | undefined)[]
}

/** The words for lines. */
export interface ModelTexts {
  readonly groupName: (group: SeriesGroup) => string
  readonly rangeName: (range: number) => string
}

const lookOf = (group: SeriesGroup | undefined, index: number) =>
  group?.kind === "other" ? restLook : lookOfGroup(index)

/** What tells a group from others, whatever its place in an answer is. */
const identityOf = (group: SeriesGroup | undefined) =>
  group && "key" in group ? JSON.stringify(group.key) : (group?.kind ?? "")

/** Puts the lines of all ranges on the buckets of the first, those of the first range before those that are compared. */
export function buildModel(
  answer: SeriesAnswer,
  targets: readonly Target[],
  { groupName, rangeName }: ModelTexts,
): ExplorerModel {
  const [first] = answer.ranges
  const isOnly = answer.groups.length <= 1
  const isAll = answer.groups.every(({ kind }) => kind === "all")
  const lines: ChartLine[] = []
  const sources: LineSource[] = []
  answer.ranges.forEach((range, at) => {
    const match =
      at === 0 ? first.edges.slice(0, -1).map((_, index) => index) : matchBuckets(answer, at)
    const own = new Set(range.partial)
    const partial = new Set(
      match.flatMap((index, here) => (index !== undefined && own.has(index) ? [here] : [])),
    )
    for (const { group, values, states } of range.lines) {
      const found = answer.groups[group]
      const look = lookOf(found, group)
      const name = found ? groupName(found) : ""
      const identity = identityOf(found)
      const label = isAll ? rangeName(at) : at === 0 ? name : `${name} · ${rangeName(at)}`
      lines.push({
        key: `${at}-${identity}`,
        group: identity,
        label,
        isCompared: at > 0,
        partial,
        look: at === 0 ? look : lookOfCompared(look, at, isOnly),
        values: match.map((index) => (index === undefined ? null : (values[index] ?? null))),
        states: match.map((index) => (index === undefined ? "m" : (states[index] ?? "m"))).join(""),
      })
      sources.push({ range: at, group, match })
    }
  })
  const model: ChartModel = {
    edges: first.edges,
    lines,
    targets: targets.map((target, index) => ({
      key: `target-${target.name}`,
      label: target.name,
      look: lookOfTarget(index),
      values: targetValues(target, answer),
    })),
  }
  return { model, sources }
}
