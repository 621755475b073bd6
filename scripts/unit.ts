import { runScript } from "./shutdown"
import { runUnitTests } from "./testing/unit-tests"

/**
 * Runs the unit tests whose path contains one of the options; without options, those of `npm test`.
 */
const options = process.argv.slice(2)
const ofTest = ["--project", "pure", "--project", "db"]

await runScript(async (shutdown) => {
  const { failures } = await runUnitTests(options.length > 0 ? options : ofTest)
  await shutdown.end(failures.length > 0 ? 1 : 0)
})
