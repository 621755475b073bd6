import { join } from "node:path"
import { examined } from "@/lib/server/doctor/examine"
import { readDashboardSettings } from "./dashboard-settings"
import { readEnvironment } from "./environment"
import { printExamination, printFinding } from "./print-examination"
import { root } from "./root"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  const { environment, faults: unread } = readEnvironment()
  if (!environment["REPORTING_API_URL"]) {
    console.log(
      "REPORTING_API_URL is not set: `npm start` runs with the reference service and its demo data, and needs no settings.",
    )
    for (const text of unread.values()) printFinding({ what: "Settings", state: "fault", text })
    return shutdown.end(unread.size > 0 ? 1 : 0)
  }
  const parts = examined.filter((part) => part !== "database" || environment["DATABASE_URL"])
  const read = readDashboardSettings(environment, join(root, ".data"))
  return shutdown.end((await printExamination(read, { parts, environment })) ? 0 : 1)
})
