import { join } from "node:path"
import type { Environment } from "@/lib/settings"
import { findFolderFault } from "./folder-fault"
import { readSettings } from "./read-settings"
import { withDefaults } from "./stack"

/** A placeholder if no secret can be created; it is never used. */
const noSecret = "-".repeat(32)

/**
 * The dashboard's settings with the defaults of `npm start`; without a database setting, the
 * embedded database.
 */
const completed = (environment: Environment, directory: string): Environment => ({
  ...(environment["DATABASE_URL_FILE"] ? {} : { DATABASE_URL: "postgres://embedded" }),
  ...withDefaults(environment, directory, Number(environment["PORT"] || 3000)),
})

/** Why a command cannot use its data folder, as a sentence; undefined if it can. */
function folderFault(directory: string): string | undefined {
  for (const folder of [directory, join(directory, "logs")]) {
    const fault = findFolderFault(folder)
    if (fault) return fault
  }
  return undefined
}

/**
 * The dashboard's settings on a real platform, or everything that is wrong with them and with its
 * data folder, one sentence each.
 */
export function readDashboardSettings(environment: Environment, directory: string) {
  const unwritable = folderFault(directory)
  // A secret that is not set is created in the folder.
  const hasSecret = environment["NEXTAUTH_SECRET"] || environment["NEXTAUTH_SECRET_FILE"]
  const given =
    unwritable && !hasSecret ? { ...environment, NEXTAUTH_SECRET: noSecret } : environment
  const read = readSettings(completed(given, directory))
  return unwritable ? { config: undefined, faults: [...read.faults, unwritable] } : read
}

/** Throws a sentence if a command's data folder cannot be written. */
export function requireFolder(directory: string): void {
  const fault = folderFault(directory)
  if (fault) throw new Error(fault)
}
