import { join } from "node:path"
import { ensureBuilt } from "./build"
import { root } from "./root"
import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { joinOutcomes, type Outcome, outcomeOf, runProgram } from "./testing/step"
import { runTestsAtHand, runUnitTestsTwice } from "./testing/unit-tests"

const binary = (...path: string[]) => join(root, "node_modules", ...path)

async function check(name: string, file: string, ...options: string[]): Promise<Outcome> {
  const code = await runProgram(file, options, { NEXT_TELEMETRY_DISABLED: "1" })
  return outcomeOf(name, code, code === 0 ? 1 : 0, [])
}

async function build(): Promise<Outcome> {
  try {
    ensureBuilt()
    return { passed: 1, failures: [] }
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] }
  }
}

await runScript(async (shutdown) => {
  const outcomes: Outcome[] = []
  const step = async (name: string, run: () => Promise<Outcome>) => {
    console.log(`\n— ${name}`)
    const outcome = await run()
    outcomes.push(outcome)
    return outcome.failures.length === 0
  }
  await step("Format and lint", () =>
    check("Biome", binary("@biomejs", "biome", "bin", "biome"), "ci"),
  )
  await step("Route types", () => check("Next", binary("next", "dist", "bin", "next"), "typegen"))
  await step("Types", () => check("TypeScript", binary("typescript", "bin", "tsc"), "--noEmit"))
  await step("Unit and integration tests", runUnitTestsTwice)
  await step("Tests on another PostgreSQL", () => runTestsAtHand(shutdown))
  if (await step("Build", build))
    await step("Browser tests", () =>
      runBrowserTests(shutdown, ["--grep-invert", "@whole", "--retries", "1"]),
    )
  const { passed, failures, unsteady = [] } = joinOutcomes(outcomes)
  // Last, so that the end of a long log says what failed.
  for (const test of unsteady) console.log(`\nUNSTEADY, passed at its second try: ${test}`)
  for (const failure of failures) console.log(`\nFAILED ${failure}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  await shutdown.end(failures.length > 0 ? 1 : 0)
})
