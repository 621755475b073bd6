import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readCommit } from "./commit"
import { root } from "./root"
import { withDefaults } from "./stack"

test("The commit is that of the clone, if this is one; GIT_COMMIT in the environment overrides it.", () => {
  const isClone = existsSync(join(root, ".git"))
  const head = () =>
    execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim()
  expect(readCommit()).toEqual(isClone ? { GIT_COMMIT: head() } : {})
  const named = { NEXTAUTH_SECRET: "a secret", GIT_COMMIT: "4bf92f3" }
  expect(withDefaults(named, "unused", 3000)["GIT_COMMIT"]).toBe("4bf92f3")
})
