import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@/scripts/root"

const folder = join(root, "bench", "baselines")

interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; optional?: boolean }>>
}

const readLock = (...path: string[]) =>
  (JSON.parse(readFileSync(join(folder, ...path), "utf8")) as Lock).packages

function isInstalled(): boolean {
  if (!existsSync(join(folder, "node_modules", ".package-lock.json"))) return false
  const present = readLock("node_modules", ".package-lock.json")
  return Object.entries(readLock("package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || optional || present[path]?.version === version,
  )
}

/** Installs the libraries that the interface is measured against, unless they are there; the product never needs them. */
export function ensureBaselines(report: (line: string) => void): void {
  if (isInstalled()) return
  report("Installing the libraries to measure against (once) …")
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  })
  if (result.status !== 0)
    throw new Error(`npm could not install the libraries of bench/baselines:\n${result.stderr}`)
}
