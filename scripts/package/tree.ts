import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { root } from "../root"

/** What is shipped, as Next's build begins it and `ensureBuilt` completes it. */
export const treeFolder = join(root, ".next", "standalone")

/** The program's name, version and the Nodes that it runs on, as package.json says them. */
export const readProduct = () =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly name: string
    readonly version: string
    readonly engines: { readonly node: string }
  }

/** Copies the one file that is sent out of a package: the script of the API reference, with its licence. */
function copyReferenceScript(): void {
  const folder = join("node_modules", "@scalar", "fastify-api-reference")
  for (const name of ["package.json", "LICENSE", join("dist", "js", "standalone.js")])
    cpSync(join(root, folder, name), join(treeFolder, folder, name))
}

/** Next writes down the folder in which it has built, which says nothing to whoever runs it elsewhere. */
function forgetBuildFolder(): void {
  for (const name of ["server.js", ".next/required-server-files.json"]) {
    const file = join(treeFolder, name)
    const text = readFileSync(file, "utf8")
    const quoted = JSON.stringify(root).slice(1, -1)
    writeFileSync(file, text.replaceAll(`"${quoted}"`, '"."').replaceAll(`"${quoted}/`, '"./'))
  }
}

/** What runs, or is read while it runs; Next also leaves whatever else stands beside a path that it cannot tell. */
const shippedPaths = [".next", "node_modules", "server.js", "lib/db/migrations"]

function removeOthers(folder = ""): void {
  for (const name of readdirSync(join(treeFolder, folder))) {
    const path = posix.join(folder, name)
    if (shippedPaths.includes(path)) continue
    if (shippedPaths.some((shipped) => shipped.startsWith(`${path}/`))) removeOthers(path)
    else rmSync(join(treeFolder, path), { recursive: true })
  }
}

/** What packages bring for whoever compiles or tests with them. */
function removeSources(): void {
  for (const path of readdirSync(treeFolder, { recursive: true, encoding: "utf8" }))
    if (/\.([cm]?tsx?|map)$/.test(path)) rmSync(join(treeFolder, path), { force: true })
}

/** Makes of what Next leaves a tree that needs nothing else: with what browsers ask for, without settings of this machine. */
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
