import { runScript } from "./shutdown"
import { checkFormat, checkRoutes, checkTypes } from "./testing/checks"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

const importRules = "scripts/import-rules.test.ts"

await runScript(async (shutdown) => {
  const steps = new Steps()
  await steps.run("Format and lint", checkFormat)
  await steps.run("Route types", checkRoutes)
  await steps.run("Types", checkTypes)
  await steps.run("Import rules", () => runUnitTests([importRules], {}, "import-rules"))
  await steps.run("Pure unit tests", () => runUnitTests(["--project", "pure*"], {}, "pure"))
  await shutdown.end(steps.report())
})
