import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../root"
import { type Outcome, outcomeOf, runProgram, type TestFile } from "./step"

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    /** Why the file could not be run, if it could not. */
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const failuresOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) =>
        [`${file}: ${fullName}`, ...failureMessages].join("\n"),
      )
    const isFileAlone = status === "failed" && failed.length === 0
    return isFileAlone ? [`${file}\n${message}`] : failed
  })

const filesOf = ({ testResults }: Report): TestFile[] =>
  testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    ms: endTime - startTime,
  }))

const vitest = join(root, "node_modules", "vitest", "vitest.mjs")

/**
 * Runs Vitest tests, on the database in `environment` if given; writes the results to a file named
 * `name`.
 */
export async function runUnitTests(
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  name = "unit",
): Promise<Outcome> {
  const results = join(root, ".data", "test", `${name}.json`)
  rmSync(results, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`]
  const code = await runProgram(vitest, ["run", ...reporters, ...options], {
    // The configuration is not for Node's own loader, which does not resolve paths without an
    // extension.
    VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
    ...environment,
  })
  if (!existsSync(results)) return outcomeOf("Vitest", code || 1, 0, [])
  const report = JSON.parse(readFileSync(results, "utf8")) as Report
  const outcome = outcomeOf("Vitest", code, report.numPassedTests, failuresOf(report))
  return { ...outcome, files: filesOf(report) }
}
