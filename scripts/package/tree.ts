import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { root } from "../root"

/** The package tree, which Next's build starts and `ensureBuilt` completes. */
export const treeFolder = join(root, ".next", "standalone")

/** The program's name, version and supported Node versions, from package.json. */
export const readProduct = () =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly name: string
    readonly version: string
    readonly engines: { readonly node: string }
  }

/**
 * Copies the one file of a package that is served: the script of the API reference, with its
 * licence.
 */
function copyReferenceScript(): void {
  const folder = join("node_modules", "@scalar", "fastify-api-reference")
  for (const name of ["package.json", "LICENSE", join("dist", "js", "standalone.js")])
    cpSync(join(root, folder, name), join(treeFolder, folder, name))
}

/**
 * Removes the build folder's path, which Next writes into these files and which means nothing
 * elsewhere.
 */
function forgetBuildFolder(): void {
  for (const name of ["server.js", ".next/required-server-files.json"]) {
    const file = join(treeFolder, name)
    const text = readFileSync(file, "utf8")
    const quoted = JSON.stringify(root).slice(1, -1)
    writeFileSync(file, text.replaceAll(`"${quoted}"`, '"."').replaceAll(`"${quoted}/`, '"./'))
  }
}

/**
 * The files that the programs run or read; Next also copies other files next to a path that it
 * cannot resolve.
 */
const shippedPaths = [".next", "node_modules", "server.js", "lib/db/migrations"]

function removeOthers(folder = ""): void {
  for (const name of readdirSync(join(treeFolder, folder))) {
    const path = posix.join(folder, name)
    if (shippedPaths.includes(path)) continue
    if (shippedPaths.some((shipped) => shipped.startsWith(`${path}/`))) removeOthers(path)
    else rmSync(join(treeFolder, path), { recursive: true })
  }
}

/** Removes files that packages contain for compiling or testing with them. */
function removeSources(): void {
  for (const path of readdirSync(treeFolder, { recursive: true, encoding: "utf8" }))
    if (/\.([cm]?tsx?|map)$/.test(path)) rmSync(join(treeFolder, path), { force: true })
}

/**
 * Turns Next's output into a self-contained tree: with browser assets, without this machine's
 * settings.
 */
export function completeTree(): void {
  removeOthers()
  cpSync(join(root, ".next", "static"), join(treeFolder, ".next", "static"), { recursive: true })
  copyReferenceScript()
  removeSources()
  forgetBuildFolder()
  const { name, version, engines } = readProduct()
  const own = { name, version, private: true, type: "module", engines }
  writeFileSync(join(treeFolder, "package.json"), `${JSON.stringify(own, undefined, 2)}\n`)
  mkdirSync(join(treeFolder, "bin"), { recursive: true })
  rmSync(join(root, ".next", "programs-stamp"), { force: true })
}
