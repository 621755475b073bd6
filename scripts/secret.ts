import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The session secret in `directory`, created on the first call and readable only by its owner. */
export function readOrCreateSecret(directory: string): string {
  const file = join(directory, "session-secret")
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 })
  }
  return readFileSync(file, "utf8").trim()
}
