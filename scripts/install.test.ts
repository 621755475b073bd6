import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { isInstalled, isSupportedNode } from "./install.mjs"
import { readProduct } from "./package/tree"

test.each([
  ["20.18.3", false],
  ["20.19.0", true],
  ["21.7.3", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.1.0", true],
])("Node %s is supported by package.json: %s", (version, isNamed) => {
  expect(readProduct().engines.node).toBe("^20.19 || ^22.12 || >=24")
  expect(isSupportedNode(version)).toBe(isNamed)
})

const root = mkdtempSync(join(tmpdir(), "workplace-reporting-install-"))
afterAll(() => rmSync(root, { recursive: true }))

const write = (file: string, packages: Readonly<Record<string, object>>) =>
  writeFileSync(join(root, file), JSON.stringify({ packages }))

test("start needs the packages for building and running, and tests need all packages", () => {
  const next = { version: "1.0.0" }
  const vitest = { version: "2.0.0", dev: true }
  const binary = { version: "3.0.0", optional: true }
  mkdirSync(join(root, "node_modules"))
  write("package-lock.json", {
    "": {},
    "node_modules/next": next,
    "node_modules/vitest": vitest,
    "node_modules/binary": binary,
  })
  const whole = { all: true }
  const part = { all: false }
  expect([isInstalled(root, part), isInstalled(root, whole)]).toEqual([false, false])
  write("node_modules/.package-lock.json", { "node_modules/next": next })
  expect([isInstalled(root, part), isInstalled(root, whole)]).toEqual([true, false])
  write("node_modules/.package-lock.json", {
    "node_modules/next": next,
    "node_modules/vitest": vitest,
  })
  expect([isInstalled(root, part), isInstalled(root, whole)]).toEqual([true, true])
  write("node_modules/.package-lock.json", {
    "node_modules/next": { version: "0.9.0" },
    "node_modules/vitest": vitest,
  })
  expect([isInstalled(root, part), isInstalled(root, whole)]).toEqual([false, false])
})
