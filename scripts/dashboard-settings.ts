import { ConfigError, parseConfig } from "@/lib/server/config"
import type { Environment } from "@/lib/settings"
import { withDefaults } from "./stack"

/** The dashboard's settings as `npm start` completes them; its database is the embedded one where none is named. */
const completed = (environment: Environment, directory: string): Environment => ({
  DATABASE_URL: "postgres://embedded",
  ...withDefaults(environment, directory, Number(environment["PORT"] || 3000)),
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
