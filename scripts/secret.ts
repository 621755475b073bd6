import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The session secret kept in `directory`, made on the first call and readable by its owner only. */
export function readOrCreateSecret(directory: string): string {
  const file = join(directory, "session-secret")
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 })
  }
  return readFileSync(file, "utf8").trim()
}
