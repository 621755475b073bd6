import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@/scripts/root"

interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; optional?: boolean }>>
}

const readLock = (...path: string[]) =>
  (JSON.parse(readFileSync(join(...path), "utf8")) as Lock).packages

function isInstalled(folder: string): boolean {
  if (!existsSync(join(folder, "node_modules", ".package-lock.json"))) return false
  const present = readLock(folder, "node_modules", ".package-lock.json")
  return Object.entries(readLock(folder, "package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || optional || present[path]?.version === version,
  )
}

/** The folders of packages to measure against, each with its own lockfile, below `bench/`. */
export type BaselineFolder = "baselines" | "baselines/peers"

export const baselineFolder = (name: BaselineFolder): string => join(root, "bench", name)

/**
 * Installs the packages of a folder's lockfile unless they are present; the product never needs
 * them. Throws npm's error.
 */
export function ensureBaselines(name: BaselineFolder, report: (line: string) => void): void {
  const folder = baselineFolder(name)
  if (isInstalled(folder)) return
  report(`Installing what bench/${name} measures against (once) …`)
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  })
  if (result.status !== 0)
    throw new Error(`npm could not install the packages of bench/${name}:\n${result.stderr}`)
}
