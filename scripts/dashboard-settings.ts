import { ConfigError, parseConfig } from "@/lib/server/config"
import type { Environment } from "@/lib/settings"
import { readOrCreateSecret } from "./secret"

/** The dashboard's settings as `npm start` completes them; its database is the embedded one where none is named. */
const completed = (environment: Environment, directory: string): Environment => ({
  ...environment,
  DATABASE_URL: environment["DATABASE_URL"] || "postgres://embedded",
  NEXTAUTH_URL: environment["NEXTAUTH_URL"] || `http://localhost:${environment["PORT"] || 3000}`,
  NEXTAUTH_SECRET: environment["NEXTAUTH_SECRET"] || readOrCreateSecret(directory),
})

/** The dashboard's settings on a real platform, or all that is wrong with them, a sentence each. */
export function readDashboardSettings(environment: Environment, directory: string) {
  try {
    return { config: parseConfig(completed(environment, directory)), faults: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: undefined, faults: error.faults }
  }
}
