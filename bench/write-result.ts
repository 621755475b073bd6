import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeMachine, readCommit } from "./machine"
import { ratioOf, reachesGoal } from "./row"
import type { Size, SuiteResult } from "./suite"

/** A suite's result with the time and size of its measurement. */
export interface Measured extends SuiteResult {
  readonly suite: string
  readonly size: Size
  readonly date: Date
}

/**
 * Writes a result as JSON, with each row's ratio and data about the machine; returns the file's
 * path.
 */
export function writeResult(folder: string, { rows, date, ...facts }: Measured): string {
  mkdirSync(folder, { recursive: true })
  const time = date.toISOString()
  const file = join(folder, `${facts.suite}-${time.replaceAll(/[:.]/g, "-")}.json`)
  const judged = rows.map((row) => ({ ...row, ratio: ratioOf(row), reached: reachesGoal(row) }))
  const result = { ...facts, date: time, commit: readCommit(), ...describeMachine(), rows: judged }
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`)
  return file
}
