import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A disk of a few megabytes, for tests that fill it. */
export interface SmallDisk {
  readonly folder: string
  /** Unmounts the disk and removes its folder. */
  remove(): void
}

/**
 * Creates a disk of this size that every user may write; returns a sentence if the system does not
 * permit it.
 */
export function makeSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "Only root makes a disk of its own, on Linux."
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-disk-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
      stdio: "ignore",
    })
  } catch {
    remove()
    return "This system lets nobody make a disk of its own."
  }
  chmodSync(folder, 0o777)
  return {
    folder,
    remove() {
      execFileSync("umount", ["-l", folder], { stdio: "ignore" })
      remove()
    },
  }
}
