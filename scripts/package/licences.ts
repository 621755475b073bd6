import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root"

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

const licenceFile = /^(licen[cs]e|copying|notice)(\.|$|-)/i

/** The licence's text from the package; empty if it has none. */
function readLicence(folder: string): string {
  const file = readdirSync(folder).find((name) => licenceFile.test(name))
  return file ? readFileSync(join(folder, file), "utf8").trim() : ""
}

/** The packages that may be in the tree, each with its licence; test packages are left out. */
export function printLicences(): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const parts = Object.entries(lock.packages).flatMap(([path, { version, license, dev }]) => {
    const folder = join(root, path)
    if (path === "" || dev || !existsSync(folder)) return []
    const name = path.replace(/^.*node_modules\//, "")
    const text = readLicence(folder)
    return [
      `${name} ${version}\nLicence: ${license ?? "see its text"}\n${text ? `\n${text}\n` : ""}`,
    ]
  })
  return `${[...new Set(parts)].join(`\n${"-".repeat(72)}\n\n`)}\n`
}
