import { runScript } from "./shutdown"
import { checkStatically } from "./testing/checks"
import { Steps } from "./testing/steps"

await runScript(async (shutdown) => {
  const steps = new Steps()
  await checkStatically(steps)
  await shutdown.end(steps.report())
})
