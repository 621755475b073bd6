import { execFileSync } from "node:child_process"
import { cpus, totalmem } from "node:os"
import { root } from "@/scripts/root"

/** The machine's properties that affect figures. */
export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cores: number
  readonly processor: string
  readonly memoryGiB: number
}

export const describeMachine = (): Machine => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
})

/** The measured commit, with a `+` if files differ from it; undefined outside a repository. */
export function readCommit(): string | undefined {
  const git = (...options: string[]) =>
    execFileSync("git", options, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no") !== ""
    return `${git("rev-parse", "HEAD").trim()}${changed ? "+" : ""}`
  } catch {
    return undefined
  }
}
