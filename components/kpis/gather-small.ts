import type { Measure, SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import { type ChartLine, groupStyles, restStyle } from "../charts/chart-model"
import type { ExplorerModel } from "./build-model"

/** The lines of a stack, each with a style of its own; excludes the `leftOut` groups. */
export interface GatheredModel {
  readonly built: ExplorerModel
  readonly leftOut: number
}

const addsUp: readonly Measure[] = ["sum", "count"]

/** The joint state of several cells: disclosed, partly disclosed, or why not. */
function joinedState(letters: readonly string[]): string {
  const isDisclosed = letters.some((letter) => letter === "v" || letter === "p")
  const isCut = letters.some((letter) => "psu".includes(letter))
  if (isDisclosed) return isCut ? "p" : "v"
  return ["u", "s", "e", "b", "a"].find((letter) => letters.includes(letter)) ?? "m"
}

function addLines(lines: readonly ChartLine[], label: string): ChartLine {
  const [first] = lines
  const count = first?.values.length ?? 0
  const cells = Array.from({ length: count }, (_, index) => {
    const values = lines.flatMap((line) => line.values[index] ?? [])
    return {
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
      letter: joinedState(lines.map(({ states }) => states[index] ?? "m")),
    }
  })
  return {
    key: "0-other",
    group: "other",
    label,
    isCompared: false,
    style: restStyle,
    values: cells.map(({ value }) => value),
    states: cells.map(({ letter }) => letter).join(""),
    partial: new Set(lines.flatMap(({ partial }) => [...partial])),
  }
}

/**
 * The groups of a stack, at most twelve, so that each has its own style. The smallest are merged to
 * one group of others if the measure is additive, else left out.
 */
export function gatherSmall(
  { question, groups }: Pick<SeriesAnswer, "question" | "groups">,
  { model, sources }: ExplorerModel,
  groupName: (group: SeriesGroup) => string,
): GatheredModel {
  const own = model.lines.flatMap((line, at) => (line.isCompared ? [] : [{ line, at }]))
  const groupAt = (at: number) => groups[sources[at]?.group ?? -1]
  const named = own.filter(({ at }) => groupAt(at)?.kind !== "other")
  if (named.length <= groupStyles) return { built: { model, sources }, leftOut: 0 }
  const isSum = addsUp.includes(question.measure)
  const shown = named.slice(0, isSum ? groupStyles - 1 : groupStyles)
  const rest = own.filter((each) => !shown.includes(each))
  const members = rest.reduce((sum, { at }) => {
    const group = groupAt(at)
    return sum + (group?.kind === "other" ? group.members : 1)
  }, 0)
  const others = addLines(
    rest.map(({ line }) => line),
    groupName({ kind: "other", members }),
  )
  return {
    built: {
      model: { ...model, lines: [...shown.map(({ line }) => line), ...(isSum ? [others] : [])] },
      sources: [...shown.map(({ at }) => sources[at]), ...(isSum ? [undefined] : [])],
    },
    leftOut: isSum ? 0 : members,
  }
}
