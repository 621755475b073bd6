import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { afterAll, expect, test } from "vitest"
import { groupTests } from "./test-groups"

const folder = mkdtempSync(join(tmpdir(), "test-groups-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sources: Record<string, string> = {
  "lib/store/pool.ts":
    'import pg from "pg"\nexport type Pool = pg.Pool\nexport const open = pg.Pool',
  "lib/store/index.ts":
    'export {\n  open,\n  type Pool,\n} from "./pool"\nexport * from "./circle"',
  "lib/store/circle.ts": 'import { open } from "."\nexport const again = open',
  "lib/store/testing/database.ts":
    'import { expect, inject } from "vitest"\nexport const url = () => expect(inject("url"))',
  "lib/store/types-alone.test.ts": 'import type { Pool } from "@/lib/store"\nexport type X = Pool',
  "lib/store/nothing.test.ts": 'import { test } from "vitest"\nimport { join } from "node:path"',
  "lib/store/called.test.ts": 'import { vi } from "vitest"\nexport const called = vi.fn()',
  "lib/store/clock.test.ts": 'import { vi } from "vitest"\nvi.useFakeTimers()',
  "lib/store/through-index.test.ts": 'import { open } from "."',
  "lib/store/by-its-alias.test.ts": 'import {\n  open,\n} from "@/lib/store"',
  "components/later.test.tsx": 'const load = () => import("../lib/store/pool")',
  "service/effect.test.ts": 'import "node:child_process"',
  "service/database.test.ts": 'import { url } from "@/lib/store/testing/database"',
}

test("A test is in the group of the neediest thing that it loads, and what it knows only by type is not loaded.", () => {
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  const { pure, "pure-alone": alone, processes, database } = groupTests(folder)
  expect(pure.toSorted()).toEqual([
    "lib/store/called.test.ts",
    "lib/store/nothing.test.ts",
    "lib/store/types-alone.test.ts",
  ])
  expect(alone).toEqual(["lib/store/clock.test.ts"])
  expect(processes.toSorted()).toEqual([
    "components/later.test.tsx",
    "lib/store/by-its-alias.test.ts",
    "lib/store/through-index.test.ts",
    "service/effect.test.ts",
  ])
  expect(database).toEqual(["service/database.test.ts"])
})

test("Of this project's tests more than half are pure.", () => {
  const { pure, processes, database } = groupTests(resolve(import.meta.dirname, "../.."))
  expect(pure.length).toBeGreaterThan(processes.length + database.length)
})
