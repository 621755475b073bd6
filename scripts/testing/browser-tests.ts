import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { provideBrowser } from "../browser"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { startBrowserStack } from "./browser-stack"
import { type Outcome, outcomeOf, runProgram } from "./step"

type Status = "expected" | "unexpected" | "skipped"

interface Suite {
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: Status
      readonly results: readonly {
        readonly duration: number
        readonly errors: readonly { readonly message: string }[]
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

interface Report {
  readonly stats: { readonly expected: number }
  readonly suites: readonly Suite[]
}

/** The failed tests of a suite, each with its errors. */
const failedTestsIn = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return [`e2e/${file}: ${title}`, ...errors.map(({ message }) => message)].join("\n")
    }),
  ...suites.flatMap(failedTestsIn),
]

const durationOf = ({ specs, suites = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((total, { duration }) => total + duration, 0) +
  suites.reduce((total, suite) => total + durationOf(suite), 0)

/**
 * Runs the Playwright tests of `npm test` or of `npm run test:deep` against their own stack; the
 * dashboard must be built.
 */
export async function runBrowserTests(
  shutdown: Shutdown,
  options: readonly string[] = [],
): Promise<Outcome> {
  const browser = await provideBrowser()
  const stack = shutdown.add(await startBrowserStack())
  const results = join(root, ".data", "test", "browser.json")
  rmSync(results, { force: true })
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js")
  const code = await runProgram(
    cli,
    [
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--pass-with-no-tests",
      // Otherwise a project runs all tests of the projects that it depends on, even if only some
      // tests are selected.
      ...(options.length > 0 ? ["--no-deps", ...options] : []),
    ],
    {
      ...browser.environment,
      ...stack.environment,
      E2E_CHROMIUM: browser.executablePath,
      E2E_RESULTS: results,
    },
  )
  // Playwright writes no results if no test was selected.
  if (!existsSync(results)) return outcomeOf("Playwright", code, 0, [])
  const { stats, suites } = JSON.parse(readFileSync(results, "utf8")) as Report
  const failed = suites.flatMap(failedTestsIn)
  return {
    ...outcomeOf("Playwright", code, stats.expected, failed),
    files: suites.map((suite) => ({ name: `e2e/${suite.file}`, ms: durationOf(suite) })),
  }
}
