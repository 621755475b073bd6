import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { makePackage, packageFolder } from "../package/make-package"
import type { readProduct } from "../package/tree"
import { root } from "../root"
import { findSection } from "./changelog"

type Product = ReturnType<typeof readProduct>

const run = (program: string, ...options: string[]) =>
  execFileSync(program, options, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 })

/** What is new in a version; throws a sentence where it cannot be released: something is not committed, or it has no section. */
export function readRelease({ version }: Product): string {
  const changed = run("git", "status", "--porcelain").trim()
  if (changed) throw new Error(`Commit or remove first what a release would not have:\n${changed}`)
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  if (lock.version !== version)
    throw new Error(`package-lock.json has the version ${lock.version}: run npm install.`)
  if (run("git", "tag", "--list", `v${version}`).trim())
    throw new Error(`v${version} has been released: raise the version in package.json.`)
  const notes = findSection(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version)
  if (notes) return notes
  throw new Error(`CHANGELOG.md has no section "## [${version}] - <day>", or nothing in it.`)
}

/** The packages of which something may be in it, as CycloneDX; the project's own name is that of no folder. */
function describeMaterials({ name, version }: Product): string {
  const options = ["--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]
  const materials = JSON.parse(run("npm", "sbom", ...options))
  Object.assign(materials.metadata.component, { name, version, type: "application" })
  return `${JSON.stringify(materials, undefined, 2)}\n`
}

/** Makes of what is built, in `dist`, the archive, its checksum and its bill of materials; answers their paths. */
export function makeRelease(product: Product): string[] {
  const folder = packageFolder()
  makePackage(folder)
  const dist = dirname(folder)
  mkdirSync(dist, { recursive: true })
  const archive = `${product.name}-${product.version}.tar.gz`
  const [path, materials] = [join(dist, archive), `${folder}.cdx.json`]
  rmSync(path, { force: true })
  // The same files make the same archive: their order, owners and times are those of the commit.
  const time = `@${run("git", "log", "-1", "--format=%ct").trim()}`
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=${time}`]
  run("tar", ...same, "--gzip", "-C", dist, "-cf", path, `${product.name}-${product.version}`)
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex")
  writeFileSync(`${path}.sha256`, `${digest}  ${archive}\n`)
  writeFileSync(materials, describeMaterials(product))
  return [path, `${path}.sha256`, materials]
}

/** Marks the commit with the version, here alone. */
export const tagRelease = ({ version }: Product): void =>
  void run("git", "tag", "--annotate", `v${version}`, "--message", `Release ${version}`)
