import { ensureBuilt } from "./build"
import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

process.env["SOAK"] = "1"

const chosen = process.argv.slice(2)
const isBrowserTest = (path: string) => /^(\.\/)?e2e\b|\.spec\b/.test(path)
const browserTests = chosen.filter(isBrowserTest)
const unitTests = chosen.filter((path) => !isBrowserTest(path))
const isAll = chosen.length === 0

await runScript(async (shutdown) => {
  const steps = new Steps()
  if (isAll || unitTests.length > 0)
    await steps.run("Unit and integration tests", () => runUnitTests(unitTests))
  if (isAll || browserTests.length > 0)
    await steps.run("Browser tests", async () => {
      await ensureBuilt()
      return runBrowserTests(shutdown, browserTests)
    })
  await shutdown.end(steps.report())
})
