import { spawnSync } from "node:child_process"
import { resolve } from "node:path"
import { expect, test } from "vitest"
import { parts, suites } from "./suites"

const root = resolve(import.meta.dirname, "..")

test("the command loads every suite without Next or the test runner, and lists their names", () => {
  const options = ["--import", "tsx", "scripts/bench.ts", "nosuch"]
  const { stderr, stdout } = spawnSync(process.execPath, options, { cwd: root, encoding: "utf8" })
  const names = [...Object.keys(suites), ...Object.keys(parts)].join(", ")
  expect(`${stdout}${stderr}`).toContain(`There is no suite "nosuch"; there are ${names}.`)
})
