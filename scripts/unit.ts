import { runScript } from "./shutdown"
import { runUnitTests } from "./testing/unit-tests"

await runScript(async (shutdown) => {
  const { failures } = await runUnitTests(process.argv.slice(2))
  await shutdown.end(failures.length > 0 ? 1 : 0)
})
