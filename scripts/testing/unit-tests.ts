import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { openDatabaseAtHand } from "./server-at-hand"
import { type Outcome, outcomeOf, runProgram, type TestFile } from "./step"

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    /** Why the file could not be run, where it could not. */
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

interface Failure {
  readonly file: string
  readonly test: string
  readonly text: string
}

const failuresOf = ({ testResults }: Report): Failure[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => {
        const test = `${file}: ${fullName}`
        return { file, test, text: [test, ...failureMessages].join("\n") }
      })
    const isFileAlone = status === "failed" && failed.length === 0
    return isFileAlone ? [{ file, test: file, text: `${file}\n${message}` }] : failed
  })

const filesOf = ({ testResults }: Report): TestFile[] =>
  testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    ms: endTime - startTime,
  }))

const vitest = join(root, "node_modules", "vitest", "vitest.mjs")

async function runVitest(
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
  name: string,
) {
  const results = join(root, ".data", "test", `${name}.json`)
  rmSync(results, { force: true })
  // Its configuration is not for Node's own loader, which knows no names without an ending.
  const quiet = { VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" }
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`]
  const code = await runProgram(vitest, ["run", ...reporters, ...options], {
    ...quiet,
    ...environment,
  })
  if (!existsSync(results))
    return { code, passed: 0, failures: [], outcome: outcomeOf("Vitest", code || 1, 0, []) }
  const report = JSON.parse(readFileSync(results, "utf8")) as Report
  const failures = failuresOf(report)
  const texts = failures.map(({ text }) => text)
  const passed = report.numPassedTests
  const outcome = { ...outcomeOf("Vitest", code, passed, texts), files: filesOf(report) }
  return { code, passed, failures, outcome }
}

/** Runs the Vitest tests, on the database of `environment` where that names one. */
export const runUnitTests = async (
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  name = "unit",
): Promise<Outcome> => (await runVitest(options, environment, name)).outcome

/** So many files with a failure are run again; more are not a matter of chance. */
const maxFilesAgain = 5

/** Runs all of them, and the files in which one failed a second time, alone. */
export async function runUnitTestsTwice(): Promise<Outcome> {
  const first = await runVitest([], {}, "unit")
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (files.length === 0 || files.length > maxFilesAgain) return first.outcome
  console.log(`\nOnce more: ${files.join(", ")}`)
  const second = await runVitest(files, {}, "unit-again")
  const isStill = new Set(second.failures.map(({ test }) => test))
  const unsteady = first.failures.filter(({ test }) => !isStill.has(test))
  return {
    passed: first.passed + unsteady.length,
    failures: second.outcome.failures,
    unsteady: unsteady.map(({ text }) => text),
    files: first.outcome.files ?? [],
  }
}

const databaseTests = [
  ...["list-model", "migrate", "paging"].map((name) => `lib/records/${name}.test.ts`),
  "lib/db/rate-window.test.ts",
  "lib/platform/governor/call-log.test.ts",
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
