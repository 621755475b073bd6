import fs from "node:fs"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { prepareBinaries } from "./binaries"
import { openClusterFolder } from "./cluster-folder"
import { locatePlatformPackage } from "./platform-package"
import { createTestFolder, isRoot } from "./test-clusters"

let base: string
beforeEach(() => {
  base = createTestFolder()
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

const folder = () => openClusterFolder(path.join(base, "cluster"))

function copyPackage() {
  const native = path.join(base, "native")
  const source = locatePlatformPackage().native
  fs.cpSync(source, native, { recursive: true, verbatimSymlinks: true })
  return { native, label: `test-${process.pid}` }
}

function breakServer(script: string) {
  const copy = { native: path.join(base, "native"), label: `broken-${process.pid}` }
  fs.mkdirSync(path.join(copy.native, "bin"), { recursive: true })
  fs.writeFileSync(path.join(copy.native, "bin", "postgres"), script)
  return copy
}

test("on a platform without binaries, the error says which settings to use", () => {
  expect(() => locatePlatformPackage("sunos", "sparc")).toThrow(
    /No PostgreSQL binaries for sunos-sparc .* DATABASE_URL and SERVICE_DATABASE_URL/,
  )
})

test("links and execute bits that npm omits are restored", () => {
  const copy = copyPackage()
  const links = JSON.parse(fs.readFileSync(path.join(copy.native, "pg-symlinks.json"), "utf8"))
  for (const { target } of links) fs.rmSync(path.join(base, target))
  for (const name of fs.readdirSync(path.join(copy.native, "bin"))) {
    fs.chmodSync(path.join(copy.native, "bin", name), 0o644)
  }
  const binaries = prepareBinaries(folder(), copy)
  expect(binaries.postgres).toBe(path.join(copy.native, "bin", "postgres"))
  expect(binaries.major).toBeGreaterThanOrEqual(15)
})

test("binaries that the server's user cannot reach are copied once", ({ skip }) => {
  skip(!isRoot, "needs root")
  const copy = copyPackage()
  fs.chmodSync(copy.native, 0o700)
  const { postgres } = prepareBinaries(folder(), copy)
  expect(postgres).not.toContain(copy.native)
  const { ino } = fs.statSync(postgres)
  expect(fs.statSync(prepareBinaries(folder(), copy).postgres).ino).toBe(ino)
  fs.rmSync(path.resolve(postgres, "../../.."), { recursive: true })
})

test("a server that does not run is reported with its output", () => {
  const copy = breakServer(
    "#!/bin/sh\necho 'libxml2.so.2: cannot open shared object' >&2\nexit 127\n",
  )
  expect(() => prepareBinaries(folder(), copy)).toThrow(/libxml2.so.2: cannot open shared object/)
})

test("a server whose loader is missing is reported", () => {
  const copy = breakServer("#!/no/such/loader\n")
  expect(() => prepareBinaries(folder(), copy)).toThrow(/does not run here: .*ENOENT/)
})
