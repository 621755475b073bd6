import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"

/** What the oldest line of Nodes that are named prints when the identity's package is loaded. */
const load = (...modules: readonly string[]) => {
  const imports = modules.map((name) => `await import("${name}");`).join("")
  const program = `Object.defineProperty(process.release, "lts", { value: "Iron" });${imports}console.warn("other")`
  const options = ["--input-type=module", "--eval", program]
  return spawnSync(process.execPath, options, { cwd: import.meta.dirname, encoding: "utf8" }).stderr
}

test("nothing is said of a Node that package.json names, and all else is", () => {
  expect(load("oidc-provider")).toContain("Unsupported runtime")
  expect(load("./known-runtime.mjs", "oidc-provider")).toBe("other\n")
})
