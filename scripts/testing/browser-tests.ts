import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { provideBrowser } from "../browser"
import { root } from "../root"
import type { Shutdown } from "../shutdown"
import { startBrowserStack } from "./browser-stack"
import { type Counts, runProgram } from "./step"

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/** Runs the Playwright tests against a whole stack of their own; the dashboard must be built. */
export async function runBrowserTests(
  shutdown: Shutdown,
  options: readonly string[] = [],
): Promise<Counts> {
  const results = join(root, ".data", "test", "browser.json")
  rmSync(results, { force: true })
  const browser = await provideBrowser()
  const stack = shutdown.add(await startBrowserStack())
  const code = await runProgram(
    join(root, "node_modules", "@playwright", "test", "cli.js"),
    ["test", "--config", "e2e/playwright.config.ts", ...options],
    {
      ...browser.environment,
      ...stack.environment,
      E2E_RESULTS: results,
      E2E_CHROMIUM: browser.executablePath,
    },
  )
  const { stats } = JSON.parse(readFileSync(results, "utf8")) as Report
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed }
}
