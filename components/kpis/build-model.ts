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

/** The names of lines. */
export interface ModelTexts {
  readonly groupName: (group: SeriesGroup) => string
  readonly rangeName: (range: number) => string
  /** What the data set's own target is called. */
  readonly target: string
}

const styleOf = (group: SeriesGroup | undefined, index: number) =>
  group?.kind === "other" ? restStyle : styleOfGroup(index)

/** What identifies a group, whatever its position in an answer is. */
const identityOf = (group: SeriesGroup | undefined) =>
  group && "key" in group ? JSON.stringify(group.key) : (group?.kind ?? "")

/** Puts the lines of all ranges on the buckets of the first, those of the first range before those that are compared; without groups, targets too. */
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

/** An answer over time: its groups without what is compared, which the ranked bars pair. */
export function overTime({ question }: SeriesAnswer, built: ExplorerModel): ExplorerModel {
  return question.grouping === "none" ? built : withLines(built, ({ isCompared }) => !isCompared)
}

/** How many groups share a chart over time, so that each line can be followed. */
const linesTogether = 6

/** The lines of the largest groups, and of how many groups they are left out. */
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

/** A model with some of its lines. */
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

/** One group by itself. */
export interface GroupPanel {
  readonly key: string
  readonly title: string
  readonly built: ExplorerModel
}

/** An answer in parts, one for each group, in their order; none needs a colour of its own. */
export function panelModels({ model, sources }: ExplorerModel): GroupPanel[] {
  const style = styleOfGroup(0)
  return model.lines.map((line, at) => ({
    key: line.key,
    title: line.label,
    built: { model: { ...model, lines: [{ ...line, style }] }, sources: [sources[at]] },
  }))
}

/** In how many charts an answer is shown, and by which axes. */
export interface PanelsShown {
  readonly panels: PanelKind
  readonly scales: ScaleKind
}

/** One chart for each group where somebody chose it; undefined where there is no choice. */
export function panelsShown(
  { chart, panels = "one", scales = "shared" }: Pick<Exploration, "chart" | "panels" | "scales">,
  { groups }: Pick<SeriesAnswer, "groups">,
): PanelsShown | undefined {
  if (chart !== "line" && chart !== "area" && chart !== "bar") return undefined
  return groups.length <= 1 ? undefined : { panels, scales }
}
