import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { openDatabaseAtHand } from "./server-at-hand"
import { type Outcome, outcomeOf, runProgram } from "./step"

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const failuresOf = ({ testResults }: Report) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) =>
        [`${relative(root, name)}: ${fullName}`, ...failureMessages].join("\n"),
      ),
  )

const vitest = join(root, "node_modules", "vitest", "vitest.mjs")

/** Runs the Vitest tests, on the database of `environment` where that names one. */
export async function runUnitTests(
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  name = "unit",
): Promise<Outcome> {
  const results = join(root, ".data", "test", `${name}.json`)
  rmSync(results, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`]
  const code = await runProgram(vitest, ["run", ...reporters, ...options], environment)
  if (!existsSync(results)) return { passed: 0, failures: ["Vitest wrote no results."] }
  const report = JSON.parse(readFileSync(results, "utf8")) as Report
  return outcomeOf("Vitest", code, report.numPassedTests, failuresOf(report))
}

const databaseTests = [
  ...["list-model", "migrate", "paging", "rate-window"].map((name) => `lib/store/${name}.test.ts`),
  "lib/upstream/governor/call-log.test.ts",
  "service/operations.test.ts",
]

/** Runs the tests that depend on PostgreSQL's version again on one that the machine has, if any. */
export async function runTestsAtHand(shutdown: Shutdown): Promise<Outcome> {
  const database = await openDatabaseAtHand()
  if (typeof database === "string") {
    console.log(`${database} The tests ran on the embedded one alone.`)
    return { passed: 0, failures: [] }
  }
  shutdown.add(database)
  console.log(`On the PostgreSQL ${database.major} of this machine, in a database of their own:`)
  const { url } = database
  return runUnitTests(databaseTests, { TEST_DATABASE_URL: url }, "at-hand")
}
