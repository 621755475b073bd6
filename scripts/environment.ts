import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root"

/** The environment with `.env` of the project's folder beneath it: what is already set wins. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  const file = join(root, ".env")
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

/** A port setting, or its default; throws a sentence that names the setting. */
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
