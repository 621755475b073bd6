import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root"

/** The commit of the project's folder as `GIT_COMMIT`; empty if it is not a clone. */
export function readCommit(): Readonly<Record<string, string>> {
  if (!existsSync(join(root, ".git"))) return {}
  try {
    const printed = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
    return { GIT_COMMIT: printed.trim() }
  } catch {
    return {}
  }
}
