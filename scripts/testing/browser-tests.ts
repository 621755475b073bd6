import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { provideBrowser } from "../browser"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { startBrowserStack } from "./browser-stack"
import { type Counts, runProgram } from "./step"

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/** Those of the configuration, in their order. */
const projects = ["reading", "editing"] as const

async function runProject(
  project: (typeof projects)[number],
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Counts> {
  const results = join(root, ".data", "test", `browser-${project}.json`)
  rmSync(results, { force: true })
  const code = await runProgram(
    join(root, "node_modules", "@playwright", "test", "cli.js"),
    [
      ...["test", "--config", "e2e/playwright.config.ts", "--project", project],
      ...["--output", join(root, ".data", "test", "browser", project)],
      ...["--pass-with-no-tests", ...options],
    ],
    { ...environment, E2E_RESULTS: results },
  )
  // Playwright writes no results where no test was chosen.
  if (!existsSync(results)) return { passed: 0, failed: code === 0 ? 0 : 1 }
  const { stats } = JSON.parse(readFileSync(results, "utf8")) as Report
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Runs the Playwright tests against a whole stack of their own; the dashboard must be built. */
export async function runBrowserTests(
  shutdown: Shutdown,
  options: readonly string[] = [],
): Promise<Counts> {
  const browser = await provideBrowser()
  const stack = shutdown.add(await startBrowserStack())
  const environment = {
    ...browser.environment,
    ...stack.environment,
    E2E_CHROMIUM: browser.executablePath,
  }
  const counts = { passed: 0, failed: 0 }
  for (const project of projects) {
    const { passed, failed } = await runProject(project, options, environment)
    counts.passed += passed
    counts.failed += failed
  }
  return counts
}
