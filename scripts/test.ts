import { join } from "node:path"
import { ensureBuilt } from "./build"
import { root } from "./root"
import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { type Counts, runProgram } from "./testing/step"
import { runTestsAtHand, runUnitTests } from "./testing/unit-tests"

const binary = (...path: string[]) => join(root, "node_modules", ...path)

async function check(file: string, ...options: string[]): Promise<Counts> {
  const code = await runProgram(file, options, { NEXT_TELEMETRY_DISABLED: "1" })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function build(): Promise<Counts> {
  try {
    ensureBuilt()
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

await runScript(async (shutdown) => {
  const results: Counts[] = []
  const step = async (name: string, run: () => Promise<Counts>) => {
    console.log(`\n— ${name}`)
    const counts = await run()
    results.push(counts)
    return counts.failed === 0
  }
  await step("Format and lint", () => check(binary("@biomejs", "biome", "bin", "biome"), "ci"))
  await step("Route types", () => check(binary("next", "dist", "bin", "next"), "typegen"))
  await step("Types", () => check(binary("typescript", "bin", "tsc"), "--noEmit"))
  await step("Unit and integration tests", () => runUnitTests())
  await step("Tests on another PostgreSQL", () => runTestsAtHand(shutdown))
  if (await step("Build", build))
    await step("Browser tests", () => runBrowserTests(shutdown, ["--grep-invert", "@whole"]))
  const sum = (key: keyof Counts) => results.reduce((total, counts) => total + counts[key], 0)
  const failed = sum("failed")
  console.log(`\n${sum("passed")} passed, ${failed} failed`)
  await shutdown.end(failed > 0 ? 1 : 0)
})
