import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { openDatabaseAtHand } from "./server-at-hand"
import { type Counts, runProgram } from "./step"

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
}

const vitest = join(root, "node_modules", "vitest", "vitest.mjs")

/** Runs the Vitest tests, on the database of `environment` where that names one. */
export async function runUnitTests(
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  name = "unit",
): Promise<Counts> {
  const results = join(root, ".data", "test", `${name}.json`)
  rmSync(results, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`]
  const code = await runProgram(vitest, ["run", ...reporters, ...options], environment)
  if (!existsSync(results)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(results, "utf8")) as Report
  const failed = report.numFailedTests
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

const databaseTests = [
  ...["list-model", "migrate", "paging", "rate-window"].map((name) => `lib/store/${name}.test.ts`),
  "lib/upstream/governor/call-log.test.ts",
  "service/operations.test.ts",
]

/** Runs the tests that depend on PostgreSQL's version again on one that the machine has, if any. */
export async function runTestsAtHand(shutdown: Shutdown): Promise<Counts> {
  const database = await openDatabaseAtHand()
  if (typeof database === "string") {
    console.log(`${database} The tests ran on the embedded one alone.`)
    return { passed: 0, failed: 0 }
  }
  shutdown.add(database)
  console.log(`On the PostgreSQL ${database.major} of this machine, in a database of their own:`)
  const { url } = database
  return runUnitTests(databaseTests, { TEST_DATABASE_URL: url }, "at-hand")
}
