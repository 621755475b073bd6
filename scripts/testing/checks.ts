import { join } from "node:path"
import { ensureBuilt } from "../build"
import { root } from "../root"
import { type Outcome, outcomeOf, runProgram } from "./step"

const binary = (...path: string[]) => join(root, "node_modules", ...path)

async function check(name: string, file: string, ...options: string[]): Promise<Outcome> {
  const code = await runProgram(file, options, { NEXT_TELEMETRY_DISABLED: "1" })
  return outcomeOf(name, code, code === 0 ? 1 : 0, [])
}

export const checkFormat = () => check("Biome", binary("@biomejs", "biome", "bin", "biome"), "ci")

export const checkRoutes = () => check("Next", binary("next", "dist", "bin", "next"), "typegen")

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

/** Who may import whom. */
export const checkImports = () =>
  check(
    "dependency-cruiser",
    binary("dependency-cruiser", "bin", "dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err",
    ...cruised,
  )

/** Needs the types of the routes. */
export const checkTypes = () => check("TypeScript", binary("typescript", "bin", "tsc"), "--noEmit")

/** Builds the dashboard, where its sources have changed. */
export async function build(): Promise<Outcome> {
  try {
    await ensureBuilt()
    return { passed: 1, failures: [] }
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] }
  }
}
