import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { root } from "../root"
import { printLicences } from "./licences"
import { readProduct, treeFolder } from "./tree"

/** The operator's documents and deployment files, besides the programs. */
const documents = ["README.md", "CHANGELOG.md", "docs", "deploy"]

/** The default folder of a package. */
export function packageFolder(): string {
  const { name, version } = readProduct()
  return join(root, "dist", `${name}-${version}`)
}

/**
 * Creates a package in `folder`: a copy of the tree that the tests start, with documents and
 * licences.
 */
export function makePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(treeFolder, folder, { recursive: true })
  for (const document of documents)
    if (existsSync(join(root, document)))
      cpSync(join(root, document), join(folder, document), {
        recursive: true,
        filter: (source) => !/[\\/]docs[\\/]screenshots|\.test\.ts$/.test(source),
      })
  writeFileSync(join(folder, "THIRD-PARTY.txt"), printLicences())
}

/** The files below a folder, with their sizes in bytes. */
export const filesBelow = (folder: string): { readonly path: string; readonly bytes: number }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    const entry = statSync(join(folder, path))
    return entry.isFile() ? [{ path, bytes: entry.size }] : []
  })
