import { join } from "node:path"
import type { Environment } from "@/lib/settings"
import { findFolderFault } from "./folder-fault"
import { readSettings } from "./read-settings"
import { withDefaults } from "./stack"

/** Stands where none can be made, and is never used. */
const noSecret = "-".repeat(32)

/** The dashboard's settings as `npm start` completes them; its database is the embedded one where none is named. */
const completed = (environment: Environment, directory: string): Environment => ({
  ...(environment["DATABASE_URL_FILE"] ? {} : { DATABASE_URL: "postgres://embedded" }),
  ...withDefaults(environment, directory, Number(environment["PORT"] || 3000)),
})

/** What keeps a command from its folder of data, a sentence; undefined where nothing does. */
function folderFault(directory: string): string | undefined {
  for (const folder of [directory, join(directory, "logs")]) {
    const fault = findFolderFault(folder)
    if (fault) return fault
  }
  return undefined
}

/** The dashboard's settings on a real platform, or all that is wrong with them and with the folder of its data, a sentence each. */
export function readDashboardSettings(environment: Environment, directory: string) {
  const unwritable = folderFault(directory)
  // A secret that is not set is made in the folder.
  const hasSecret = environment["NEXTAUTH_SECRET"] || environment["NEXTAUTH_SECRET_FILE"]
  const given =
    unwritable && !hasSecret ? { ...environment, NEXTAUTH_SECRET: noSecret } : environment
  const read = readSettings(completed(given, directory))
  return unwritable ? { config: undefined, faults: [...read.faults, unwritable] } : read
}

/** Throws the sentence that says why the folder of a command's data cannot be written. */
export function requireFolder(directory: string): void {
  const fault = folderFault(directory)
  if (fault) throw new Error(fault)
}
