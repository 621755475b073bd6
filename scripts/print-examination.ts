import { examine, type examined, type Finding } from "@/lib/server/doctor/examine"
import { type Environment, judgeSecretFiles, secretSettings } from "@/lib/settings"
import type { readSettings } from "./read-settings"

const marks = { ok: "✓", warning: "!", fault: "✗" } as const satisfies Record<
  Finding["state"],
  string
>

/** One line for what was looked at. */
export const printFinding = ({ what, state, text }: Finding): void =>
  console.log(`${marks[state]} ${what}: ${text}`)

/** Prints what is found of settings and of those parts, a line each; answers whether nothing is a fault. */
export async function printExamination(
  { config, faults }: ReturnType<typeof readSettings>,
  { parts, environment }: { readonly parts: typeof examined; readonly environment: Environment },
): Promise<boolean> {
  for (const text of faults) printFinding({ what: "Settings", state: "fault", text })
  if (!config) return false
  printFinding({ what: "Settings", state: "ok", text: "complete" })
  for (const text of judgeSecretFiles(environment, secretSettings.dashboard))
    printFinding({ what: "Secrets", state: "warning", text })
  let isFaulty = false
  for await (const finding of examine(config, parts)) {
    printFinding(finding)
    isFaulty ||= finding.state === "fault"
  }
  return !isFaulty
}
