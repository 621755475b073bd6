import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { build, checkStatically } from "./testing/checks"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

/** Everything that a change must not break, in ten minutes on two cores; budgets are in seconds. */
await runScript(async (shutdown) => {
  const steps = new Steps()
  await checkStatically(steps)
  await steps.run("Database tests", () => runUnitTests(["--project", "db"], {}, "db"), 180)
  if (await steps.run("Build", build, 90))
    await steps.run("Browser tests", () => runBrowserTests(shutdown), 210)
  await shutdown.end(steps.report())
})
