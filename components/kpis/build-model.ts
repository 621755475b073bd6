import type { SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import {
  type BucketMatch,
  type Exploration,
  matchBuckets,
  type PanelKind,
  type ScaleKind,
  type Target,
  targetValues,
} from "@/lib/client"
import {
  type ChartLine,
  type ChartModel,
  groupStyles,
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
}

const styleOf = (group: SeriesGroup | undefined, index: number) =>
  group?.kind === "other" ? restStyle : styleOfGroup(index)

/** What identifies a group, whatever its position in an answer is. */
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
    targets: targets.map((target, index) => ({
      key: `target-${target.name}`,
      label: target.name,
      style: styleOfTarget(index),
      values: targetValues(target, answer),
    })),
  }
  return { model, sources }
}

/** One group by itself: what is compared with it, and all targets. */
export interface GroupPanel {
  readonly key: string
  readonly title: string
  readonly built: ExplorerModel
}

/** An answer in parts, one for each group, in their order; none needs a colour of its own. */
export function panelModels({ model, sources }: ExplorerModel): GroupPanel[] {
  const style = styleOfGroup(0)
  return model.lines.flatMap((first, at) => {
    if (first.isCompared) return []
    const group = sources[at]?.group
    const lines = sources.flatMap((source, line) => (source?.group === group ? [line] : []))
    const own = lines.flatMap((line) => {
      const found = model.lines[line]
      const range = sources[line]?.range ?? 0
      return found
        ? [{ ...found, style: range === 0 ? style : styleOfCompared(style, range, true) }]
        : []
    })
    const built = {
      model: { ...model, lines: own },
      sources: lines.map((line) => sources[line]),
    }
    return [{ key: first.key, title: first.label, built }]
  })
}

/** In how many charts an answer is shown, and by which axes. */
export interface PanelsShown {
  readonly panels: PanelKind
  readonly scales: ScaleKind
}

/** One chart for each group where somebody chose it, or where there are too many to tell apart; undefined where there is no choice. */
export function panelsShown(
  { chart, panels, scales = "shared" }: Pick<Exploration, "chart" | "panels" | "scales">,
  { groups }: Pick<SeriesAnswer, "groups">,
): PanelsShown | undefined {
  if (chart !== "line" && chart !== "area" && chart !== "bar") return undefined
  if (groups.length <= 1) return undefined
  const named = groups.filter(({ kind }) => kind !== "other").length
  return { panels: panels ?? (named > groupStyles ? "each" : "one"), scales }
}
