import { bucketCount, type ChartModel } from "./chart-model"

/** Why there is nothing to draw, beside mere absence. */
export type Unknown = "suppressed" | "unsynced"

/** Neighbouring buckets of which nothing may or can be told: of all groups, or of some or in part. */
export interface StateRun {
  readonly state: Unknown
  readonly isWhole: boolean
  readonly from: number
  /** Included. */
  readonly to: number
}

/** The letters of each, that of a cell without a value first. */
const letters = [
  ["suppressed", "sp"],
  ["unsynced", "u"],
] as const

function stateAt(lines: readonly { readonly states: string }[], index: number) {
  const found = lines.map(({ states }) => states[index] ?? "m")
  for (const [state, its] of letters)
    if (found.some((letter) => its.includes(letter)))
      return { state, isWhole: found.every((letter) => letter === its[0]) }
  return undefined
}

/** The stretches of a model that are suppressed or not copied, by its lines that are not compared. */
export function stateRuns(model: ChartModel): StateRun[] {
  const lines = model.lines.filter(({ isCompared }) => !isCompared)
  const runs: StateRun[] = []
  for (let index = 0; index < bucketCount(model); index += 1) {
    const found = stateAt(lines, index)
    if (!found) continue
    const before = runs.at(-1)
    const goesOn =
      before?.to === index - 1 && before.state === found.state && before.isWhole === found.isWhole
    if (goesOn) runs[runs.length - 1] = { ...before, to: index }
    else runs.push({ ...found, from: index, to: index })
  }
  return runs
}
