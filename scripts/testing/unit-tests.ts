import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root"
import { type Counts, runProgram } from "./step"

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
}

/** Runs the Vitest tests. */
export async function runUnitTests(options: readonly string[] = []): Promise<Counts> {
  const results = join(root, ".data", "test", "unit.json")
  rmSync(results, { force: true })
  const code = await runProgram(join(root, "node_modules", "vitest", "vitest.mjs"), [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...options,
  ])
  if (!existsSync(results)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(results, "utf8")) as Report
  const failed = report.numFailedTests
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}
