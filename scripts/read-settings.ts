import { ConfigError, parseConfig } from "@/lib/server/config"
import type { Environment } from "@/lib/settings"

/** The dashboard's settings, or everything that is wrong with them, one sentence each. */
export function readSettings(environment: Environment) {
  try {
    return { config: parseConfig(environment), faults: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: undefined, faults: error.faults }
  }
}
