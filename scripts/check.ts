import { runScript } from "./shutdown"
import { checkFormat, checkImports, checkRoutes, checkTypes } from "./testing/checks"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

await runScript(async (shutdown) => {
  const steps = new Steps()
  await steps.run("Format and lint", checkFormat)
  await steps.run("Route types", checkRoutes)
  await steps.run("Types", checkTypes)
  await steps.run("Import rules", checkImports)
  await steps.run("Pure unit tests", () => runUnitTests(["--project", "pure*"], {}, "pure"))
  await shutdown.end(steps.report())
})
