import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Row } from "./row"
import { runBench } from "./run-bench"
import type { Suite } from "./suite"

const rows: readonly Row[] = [
  {
    name: "Pages",
    unit: "pages/s",
    figure: 1900,
    baseline: { name: "bare SQL", figure: 2000 },
    goal: { atLeast: 0.9 },
  },
  {
    name: "Last page",
    unit: "ms",
    figure: 2.5,
    baseline: { name: "first page", figure: 2 },
    goal: { atMost: 1.15 },
  },
  { name: "Cursor", unit: "ms", figure: 2, baseline: { name: "OFFSET", figure: 200 } },
]

const run: string[] = []
const suiteNamed =
  (name: string): Suite =>
  async ({ size }) => {
    run.push(`${name} ${size}`)
    return { rows, postgres: "PostgreSQL 18.4" }
  }
const suites = { pages: suiteNamed("pages"), quota: suiteNamed("quota") }

const folder = mkdtempSync(join(tmpdir(), "bench-"))
const printed: string[] = []
const bench = (...options: string[]) =>
  runBench(options, {
    suites,
    parts: { "pages-first": suiteNamed("pages-first") },
    folder,
    keep: (part) => part,
    print: (text) => printed.push(text),
  })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a run of one suite", () => {
  let result: Record<string, unknown>
  beforeAll(async () => {
    await bench("pages", "--large")
    const [file = "", ...others] = readdirSync(folder)
    expect(others).toEqual([])
    result = JSON.parse(readFileSync(join(folder, file), "utf8"))
  })

  test("runs only that suite, in the requested size", () => {
    expect(run).toEqual(["pages large"])
  })

  test("prints each row with its baseline, the ratio and whether the goal is reached", () => {
    const table = printed.join("\n")
    expect(table).toMatch(
      /Pages +\| 1,900 pages\/s \| 2,000 pages\/s \| bare SQL +\| 0\.950 +\| ≥ 0\.9 reached/,
    )
    expect(table).toMatch(
      /Last page \| 2\.5 ms +\| 2 ms +\| first page \| 1\.25 +\| ≤ 1\.15 missed/,
    )
    expect(table).toMatch(/Cursor +\| 2 ms +\| 200 ms +\| OFFSET +\| 0\.0100 \| +\|/)
  })

  test("writes the same rows, with data about the machine and the run", () => {
    expect(result).toMatchObject({
      suite: "pages",
      size: "large",
      postgres: "PostgreSQL 18.4",
      node: process.version,
      cores: expect.any(Number),
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      rows: [
        { ...rows[0], ratio: 0.95, reached: true },
        { ...rows[1], ratio: 1.25, reached: false },
        { ...rows[2], ratio: 0.01 },
      ],
    })
  })
})

test("Without a name, every suite runs.", async () => {
  run.length = 0
  await bench("--quick")
  expect(run).toEqual(["pages quick", "quota quick"])
})

test("A part of a suite runs if it is named.", async () => {
  run.length = 0
  await bench("pages-first", "--", "--quick")
  expect(run).toEqual(["pages-first quick"])
})

test("Measurements that a suite could not make are printed below its table and written with the reason.", async () => {
  printed.length = 0
  const missing = ["Rival: it does not start."]
  const target = mkdtempSync(join(tmpdir(), "bench-"))
  await runBench(["rivals"], {
    suites: { rivals: async () => ({ rows, missing }) },
    folder: target,
    keep: (part) => part,
    print: (text) => printed.push(text),
  })
  expect(printed.join("\n")).toContain("Not measured: Rival: it does not start.")
  const [file = ""] = readdirSync(target)
  expect(JSON.parse(readFileSync(join(target, file), "utf8"))).toMatchObject({ missing })
  rmSync(target, { recursive: true, force: true })
})

test("An unknown suite or option is refused with a message.", async () => {
  await expect(bench("speed")).rejects.toThrow(
    'There is no suite "speed"; there are pages, quota, pages-first.',
  )
  await expect(bench("--fast")).rejects.toThrow("--fast")
})
