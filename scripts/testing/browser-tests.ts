import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { provideBrowser } from "../browser"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { startBrowserStack } from "./browser-stack"
import { joinOutcomes, type Outcome, outcomeOf, runProgram } from "./step"

type Status = "expected" | "unexpected" | "flaky" | "skipped"

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
  readonly stats: { readonly expected: number; readonly flaky: number }
  readonly suites: readonly Suite[]
}

/** The tests that ended so, each with what went wrong in every try. */
const testsThat = (wanted: Status, { file, specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return [`e2e/${file}: ${title}`, ...errors.map(({ message }) => message)].join("\n")
    }),
  ...suites.flatMap((suite) => testsThat(wanted, suite)),
]

const durationOf = ({ specs, suites = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((total, { duration }) => total + duration, 0) +
  suites.reduce((total, suite) => total + durationOf(suite), 0)

/** Those of the configuration, in their order. */
const projects = ["reading", "editing"] as const

async function runProject(
  project: (typeof projects)[number],
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const results = join(root, ".data", "test", `browser-${project}.json`)
  rmSync(results, { force: true })
  const code = await runProgram(
    join(root, "node_modules", "@playwright", "test", "cli.js"),
    [
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--project",
      project,
      "--output",
      join(root, ".data", "test", "browser", project),
      "--pass-with-no-tests",
      ...options,
    ],
    { ...environment, E2E_RESULTS: results },
  )
  // Playwright writes no results where no test was chosen.
  if (!existsSync(results)) return outcomeOf("Playwright", code, 0, [])
  const { stats, suites } = JSON.parse(readFileSync(results, "utf8")) as Report
  const namesOf = (wanted: Status) => suites.flatMap((suite) => testsThat(wanted, suite))
  const passed = stats.expected + stats.flaky
  return {
    ...outcomeOf("Playwright", code, passed, namesOf("unexpected")),
    unsteady: namesOf("flaky"),
    files: suites.map((suite) => ({ name: `e2e/${suite.file}`, ms: durationOf(suite) })),
  }
}

/** Runs the Playwright tests against a whole stack of their own; the dashboard must be built. */
export async function runBrowserTests(
  shutdown: Shutdown,
  options: readonly string[] = [],
): Promise<Outcome> {
  const browser = await provideBrowser()
  const stack = shutdown.add(await startBrowserStack())
  const environment = {
    ...browser.environment,
    ...stack.environment,
    E2E_CHROMIUM: browser.executablePath,
  }
  const outcomes: Outcome[] = []
  for (const project of projects) outcomes.push(await runProject(project, options, environment))
  return joinOutcomes(outcomes)
}
