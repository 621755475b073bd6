import { ensureBuilt } from "./build"
import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"

await runScript(async (shutdown) => {
  await ensureBuilt()
  const { passed, failures } = await runBrowserTests(shutdown, process.argv.slice(2))
  await shutdown.end(failures.length > 0 || passed === 0 ? 1 : 0)
})
