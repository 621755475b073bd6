import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Environment, readSecretFiles, secretSettings } from "@/lib/settings"
import { root } from "./root"

/**
 * The environment of a command, and a sentence for each secret file that cannot be read, by
 * setting.
 */
export interface ReadEnvironment {
  readonly environment: Environment
  readonly faults: ReadonlyMap<string, string>
}

/**
 * The environment with defaults from the project's `.env`, and with secrets read from the files
 * that settings name. A secret that cannot be read stays as it is, so that the reader of the
 * settings reports it with all other faults.
 */
export function readEnvironment(): ReadEnvironment {
  const file = join(root, ".env")
  if (existsSync(file)) process.loadEnvFile(file)
  const names = [...secretSettings.dashboard, ...secretSettings.service]
  const { environment, faults } = readSecretFiles(process.env, names)
  for (const name of names) {
    if (faults.has(name)) continue
    if (environment[name] !== undefined) process.env[name] = environment[name]
    // Child programs receive the secret itself.
    delete process.env[`${name}_FILE`]
  }
  return { environment: process.env, faults }
}

/**
 * The same for a command that reads no other settings now; throws a sentence for each secret that
 * cannot be read.
 */
export function loadEnvironment(): Environment {
  const { environment, faults } = readEnvironment()
  if (faults.size > 0) throw new Error([...faults.values()].join("\n"))
  return environment
}

/** A port setting, or its default; throws a sentence with the setting's name. */
export function readPort(
  environment: Readonly<Record<string, string | undefined>>,
  setting: string,
  fallback: number,
): number {
  const text = environment[setting]
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65536) return port
  throw new Error(`${setting} must be a port between 1 and 65535; it is "${text}".`)
}
