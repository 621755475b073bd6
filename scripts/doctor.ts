import { join } from "node:path"
import { readDashboardSettings } from "./dashboard-settings"
import { readEnvironment } from "./environment"
import { printDiagnosis } from "./print-diagnosis"
import { root } from "./root"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  const { environment, faults: unread } = readEnvironment()
  if (!environment["REPORTING_API_URL"]) {
    console.log(
      "REPORTING_API_URL is not set: `npm start` runs with the reference service and its demo data, and needs no settings.",
    )
    for (const text of unread.values()) console.log(`✗ ${text}`)
    return shutdown.end(unread.size > 0 ? 1 : 0)
  }
  const read = readDashboardSettings(environment, join(root, ".data"))
  // The embedded database runs only with `npm start`.
  const database = Boolean(environment["DATABASE_URL"])
  return shutdown.end((await printDiagnosis(read, { database })) ? 0 : 1)
})
