import { examine } from "@/lib/server/health/examine"
import type { readSettings } from "./read-settings"

/**
 * Prints what is wrong with the settings or with the systems that they name, one line each; returns
 * whether everything is right.
 */
export async function printDiagnosis(
  { config, faults }: ReturnType<typeof readSettings>,
  { database }: { readonly database: boolean },
): Promise<boolean> {
  const found = config ? await examine(config, { database }) : faults
  for (const text of found) console.log(`✗ ${text}`)
  if (found.length === 0)
    console.log(
      `✓ The settings are complete, and ${database ? "database and " : ""}platform answer.`,
    )
  return found.length === 0
}
