import { runScript } from "./shutdown"
import { runUnitTests } from "./testing/unit-tests"

await runScript(async (shutdown) => {
  const { failed } = await runUnitTests(process.argv.slice(2))
  await shutdown.end(failed > 0 ? 1 : 0)
})
