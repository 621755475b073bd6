import { join } from "node:path"
import { ensureBuilt } from "../build"
import { root } from "../root"
import { joinOutcomes, type Outcome, outcomeOf, runProgram } from "./step"
import type { Steps } from "./steps"
import { runUnitTests } from "./unit-tests"

const binary = (...path: string[]) => join(root, "node_modules", ...path)

async function check(name: string, file: string, ...options: string[]): Promise<Outcome> {
  const code = await runProgram(file, options, { NEXT_TELEMETRY_DISABLED: "1" })
  return outcomeOf(name, code, code === 0 ? 1 : 0, [])
}

const checkFormat = () => check("Biome", binary("@biomejs", "biome", "bin", "biome"), "ci")

const checkRoutes = () => check("Next", binary("next", "dist", "bin", "next"), "typegen")

const cruised = [
  "app",
  "components",
  "lib",
  "service",
  "scripts",
  "e2e",
  "bench",
  "proxy.ts",
  "instrumentation.ts",
]

const checkImports = () =>
  check(
    "dependency-cruiser",
    binary("dependency-cruiser", "bin", "dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err",
    ...cruised,
  )

/** Needs the generated types of the routes. */
const checkTypes = () => check("TypeScript", binary("typescript", "bin", "tsc"), "--noEmit")

/** Builds the dashboard if its sources have changed. */
export async function build(): Promise<Outcome> {
  try {
    await ensureBuilt()
    return { passed: 1, failures: [] }
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] }
  }
}

/**
 * The checks that need no database, server or browser: format, types, import rules and the pure
 * tests.
 */
export async function checkStatically(steps: Steps): Promise<void> {
  await steps.run(
    "Format, types and import rules",
    async () =>
      joinOutcomes([
        ...(await Promise.all([checkFormat(), checkImports()])),
        await checkRoutes(),
        await checkTypes(),
      ]),
    45,
  )
  await steps.run("Pure tests", () => runUnitTests(["--project", "pure"], {}, "pure"), 45)
}
