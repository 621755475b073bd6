import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { build, checkFormat, checkImports, checkRoutes, checkTypes } from "./testing/checks"
import { Steps } from "./testing/steps"
import { runTestsAtHand, runUnitTestsTwice } from "./testing/unit-tests"

await runScript(async (shutdown) => {
  const steps = new Steps()
  await steps.run("Format and lint", checkFormat)
  await steps.run("Route types", checkRoutes)
  await steps.run("Types", checkTypes)
  await steps.run("Import rules", checkImports)
  await steps.run("Unit and integration tests", runUnitTestsTwice)
  await steps.run("Tests on another PostgreSQL", () => runTestsAtHand(shutdown))
  if (await steps.run("Build", build))
    await steps.run("Browser tests", () => runBrowserTests(shutdown, ["--retries", "1"]))
  await shutdown.end(steps.report())
})
