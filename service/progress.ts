import { z } from "zod"
import type { DemoProgress } from "./demo"

/** Progress of loading demo data, as shown to people. */
export const loadProgressSchema = z.object({
  rows: z.number(),
  /** Estimated total number of rows. */
  allRows: z.number(),
  /** The completed part of the work, 0 to 1. */
  share: z.number(),
  rowsPerSecond: z.number(),
  /** Absent while there is too little to estimate from. */
  secondsLeft: z.number().optional(),
})

export type LoadProgress = z.infer<typeof loadProgressSchema>

/** Earlier, the first tables say too little about how long the rest will take. */
const judgedAfterSeconds = 2

/** Adds speed and remaining time to the progress of a load that starts now. */
export function createProgressMeter(
  clock: () => number,
): (progress: Omit<DemoProgress, "record" | "phase">) => LoadProgress {
  const start = clock()
  return ({ rows, allRows, share }) => {
    const seconds = (clock() - start) / 1000
    const rowsPerSecond = seconds > 0 ? Math.round(rows / seconds) : 0
    const measured = { rows, allRows, share, rowsPerSecond }
    if (seconds < judgedAfterSeconds || share === 0) return measured
    return { ...measured, secondsLeft: Math.ceil((seconds / share) * (1 - share)) }
  }
}

const printCount = (count: number) => count.toLocaleString("en-GB")

const printTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`

/** `47 %  9,512,000 of 20,125,000 rows  84,000 rows/s  2:10 left`. */
export function printProgress(progress: LoadProgress): string {
  const { rows, allRows, share, rowsPerSecond, secondsLeft } = progress
  const percent = `${Math.floor(100 * share)}`.padStart(3)
  const parts = [
    `${percent} %`,
    `${printCount(rows)} of ${printCount(Math.max(rows, allRows))} rows`,
    `${printCount(rowsPerSecond)} rows/s`,
    ...(secondsLeft === undefined ? [] : [`${printTime(secondsLeft)} left`]),
  ]
  return parts.join("  ")
}

const [shortestBar, maxBarLength] = [8, 40] as const

/** Same, after a bar, in at most `columns` characters. The bar is left out if there is no room. */
export function printProgressBar(progress: LoadProgress, columns: number): string {
  const text = printProgress(progress)
  const room = Math.min(maxBarLength, columns - text.length - 4)
  if (room < shortestBar) return text.trimStart().slice(0, Math.max(0, columns - 1))
  const filled = Math.round(room * Math.min(1, progress.share))
  return `[${"#".repeat(filled)}${"-".repeat(room - filled)}] ${text}`
}
