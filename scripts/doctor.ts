import { join } from "node:path"
import { examine, examined, type Finding } from "@/lib/server/doctor/examine"
import { judgeSecretFiles, secretSettings } from "@/lib/settings"
import { readDashboardSettings } from "./dashboard-settings"
import { readEnvironment } from "./environment"
import { root } from "./root"
import { runScript } from "./shutdown"

const marks = { ok: "✓", warning: "!", fault: "✗" } as const satisfies Record<
  Finding["state"],
  string
>

const print = ({ what, state, text }: Finding) => console.log(`${marks[state]} ${what}: ${text}`)

await runScript(async (shutdown) => {
  const { environment, faults: unread } = readEnvironment()
  if (!environment["REPORTING_API_URL"]) {
    console.log(
      "REPORTING_API_URL is not set: `npm start` runs with the reference service and its demo data, and needs no settings.",
    )
    for (const text of unread.values()) print({ what: "Settings", state: "fault", text })
    return shutdown.end(unread.size > 0 ? 1 : 0)
  }
  const { config, faults } = readDashboardSettings(environment, join(root, ".data"))
  for (const text of faults) print({ what: "Settings", state: "fault", text })
  if (!config) return shutdown.end(1)
  print({ what: "Settings", state: "ok", text: "complete" })
  for (const text of judgeSecretFiles(environment, secretSettings.dashboard))
    print({ what: "Secrets", state: "warning", text })
  let isFaulty = false
  const parts = examined.filter((part) => part !== "database" || environment["DATABASE_URL"])
  for await (const finding of examine(config, parts)) {
    print(finding)
    isFaulty ||= finding.state === "fault"
  }
  return shutdown.end(isFaulty ? 1 : 0)
})
