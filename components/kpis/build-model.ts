import type { SeriesAnswer, SeriesGroup, Target } from "@/lib/catalogue"
import {
  type BucketMatch,
  type Exploration,
  matchBuckets,
  type PanelKind,
  type ScaleKind,
  shownTargets,
} from "@/lib/client"
import {
  type ChartLine,
  type ChartModel,
  restStyle,
  styleOfCompared,
  styleOfGroup,
  styleOfTarget,
} from "../charts/chart-model"

/** The cells of an answer behind a line's buckets. */
export interface LineSource {
  readonly range: number
  /** An index into the answer's groups. */
  readonly group: number
  /** The bucket in its own range, for each one of the first range. */
  readonly match: BucketMatch
}

/**
 * An answer as a chart model; `sources` has one entry per line, undefined for a group of several.
 */
export interface ExplorerModel {
  readonly model: ChartModel
  readonly sources: readonly (LineSource | undefined)[]
}

/** Texts for line names. */
export interface ModelTexts {
  readonly groupName: (group: SeriesGroup) => string
  readonly rangeName: (range: number) => string
  /** The label of the data set's own target. */
  readonly target: string
}

const styleOf = (group: SeriesGroup | undefined, index: number) =>
  group?.kind === "other" ? restStyle : styleOfGroup(index)

/** A group's identity, independent of its position in an answer. */
const identityOf = (group: SeriesGroup | undefined) =>
  group && "key" in group ? JSON.stringify(group.key) : (group?.kind ?? "")

/**
 * Aligns the lines of all ranges to the buckets of the first; its lines precede comparisons. Adds
 * targets if there are no groups.
 */
export function buildModel(
  answer: SeriesAnswer,
  targets: readonly Target[],
  { groupName, rangeName, target: ownTarget }: ModelTexts,
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
      const style = styleOf(found, group)
      const name = found ? groupName(found) : ""
      const identity = identityOf(found)
      const label = isAll ? rangeName(at) : at === 0 ? name : `${name} · ${rangeName(at)}`
      lines.push({
        key: `${at}-${identity}`,
        group: identity,
        label,
        isCompared: at > 0,
        partial,
        style: at === 0 ? style : styleOfCompared(style, at, isOnly),
        values: match.map((index) => (index === undefined ? null : (values[index] ?? null))),
        states: match.map((index) => (index === undefined ? "m" : (states[index] ?? "m"))).join(""),
      })
      sources.push({ range: at, group, match })
    }
  })
  const model: ChartModel = {
    edges: first.edges,
    lines,
    targets: !isAll
      ? []
      : shownTargets(answer, targets).map(({ name = ownTarget, lines: [values = []] }, index) => ({
          key: `target-${index}`,
          label: name,
          style: styleOfTarget(index),
          values,
        })),
  }
  return { model, sources }
}

/** An answer over time; with groups, without comparisons, which the ranked bars show. */
export function overTime({ question }: SeriesAnswer, built: ExplorerModel): ExplorerModel {
  return question.grouping === "none" ? built : withLines(built, ({ isCompared }) => !isCompared)
}

/** How many groups share a chart over time, so that each line can be followed. */
const linesTogether = 6

/** The lines of the largest groups, and the number of groups left out. */
export function largestLines(
  built: ExplorerModel,
  { groups }: Pick<SeriesAnswer, "groups">,
): { built: ExplorerModel; leftOut: number } {
  if (groups.length <= linesTogether) return { built, leftOut: 0 }
  const isShown = (at: number) => {
    const group = built.sources[at]?.group ?? 0
    return group < linesTogether && groups[group]?.kind !== "other"
  }
  const members = groups
    .slice(linesTogether)
    .reduce((count, group) => count + (group.kind === "other" ? group.members : 1), 0)
  return { built: withLines(built, (_, at) => isShown(at)), leftOut: members }
}

function withLines(
  { model, sources }: ExplorerModel,
  keeps: (line: ChartLine, at: number) => boolean,
): ExplorerModel {
  const kept = model.lines.flatMap((line, at) => (keeps(line, at) ? [at] : []))
  return {
    model: { ...model, lines: kept.flatMap((at) => model.lines[at] ?? []) },
    sources: kept.map((at) => sources[at]),
  }
}

export interface GroupPanel {
  readonly key: string
  readonly title: string
  readonly built: ExplorerModel
}

/** An answer as one model per group, in order; none needs a colour of its own. */
export function panelModels({ model, sources }: ExplorerModel): GroupPanel[] {
  const style = styleOfGroup(0)
  return model.lines.map((line, at) => ({
    key: line.key,
    title: line.label,
    built: { model: { ...model, lines: [{ ...line, style }] }, sources: [sources[at]] },
  }))
}

/** How many charts show an answer, and how their axes scale. */
export interface PanelsShown {
  readonly panels: PanelKind
  readonly scales: ScaleKind
}

/** Small multiples if chosen; undefined if there is no choice. */
export function panelsShown(
  { chart, panels = "one", scales = "shared" }: Pick<Exploration, "chart" | "panels" | "scales">,
  { groups }: Pick<SeriesAnswer, "groups">,
): PanelsShown | undefined {
  if (chart !== "line" && chart !== "area" && chart !== "bar") return undefined
  return groups.length <= 1 ? undefined : { panels, scales }
}
