import { describe, expect, test } from "vitest"
import type { TreeEntry } from "@/lib/client"
import { guessUses } from "@/lib/client/files/guess-uses"
import { readCsv } from "@/lib/client/files/read-csv"
import { findDecimalSign, readMonth, readNumber, readTargets, targetUses } from "./read-targets"

const guid = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const departments: TreeEntry[] = ["Aarhus", "Berlin"].map((name, at) => ({
  id: guid(at),
  name,
  externalId: `S${at}`,
  parentId: null,
  type: "Store",
  city: null,
}))

async function read(csv: string) {
  const table = await readCsv(csv, 5000)
  if (!table.ok) throw new Error(table.fault)
  return readTargets(table, guessUses(table, targetUses(departments)), departments)
}

describe("A month", () => {
  test.each([
    ["2026-11", "2026-11"],
    ["2026-11-30", "2026-11"],
    ["2026-11-05T00:00:00.000Z", "2026-11"],
    ["202611", "2026-11"],
    ["11/2026", "2026-11"],
    ["1.2026", "2026-01"],
    ["01.11.2026", "2026-11"],
    ["11/01/2026", "2026-11"],
    ["30-11-2026", "2026-11"],
    ["11/30/2026", "2026-11"],
    ["05-05-2026", "2026-05"],
  ])("can be written %s for %s", (text, month) => {
    expect(readMonth(text)).toEqual({ month })
  })

  test.each([
    ["05/11/2026", "unclear_month"],
    ["2026-13", "no_month"],
    ["13/2026", "no_month"],
    ["November", "no_month"],
    ["", "no_month"],
  ])("cannot be written %j: %s", (text, fault) => {
    expect(readMonth(text)).toEqual({ fault })
  })
})

describe("Numbers are read in the number format of the file:", () => {
  test.each([
    [["1.234,5", "2.000"], ";", [1234.5, 2000]],
    [["1,234.5", "2,000"], ",", [1234.5, 2000]],
    [["1.234", "2.000"], ";", [1234, 2000]],
    [["1.234", "2.5"], ",", [1.234, 2.5]],
    [["1.234.567"], ",", [1234567]],
    [["12,5"], ",", [12.5]],
    [["1 234,50", "-3"], ";", [1234.5, -3]],
    [["1’234.50"], ",", [1234.5]],
    [["1.23.4", "x", "1,2,3"], ";", [undefined, undefined, undefined]],
  ] as const)("%j in a file separated by %s", (texts, separator, values) => {
    const decimal = findDecimalSign(texts, separator)
    expect(texts.map((text) => readNumber(text, decimal))).toEqual(values)
  })
})

test("targets are read by id, external id or name, and for all departments together", async () => {
  const targets = [
    { owner: guid(0), month: "2026-11", value: 1000.5 },
    { owner: guid(1), month: "2026-12", value: 2000 },
  ]
  for (const key of [`id,${guid(0)},${guid(1)}`, "Butik,S0,S1", "Name,aarhus,BERLIN"]) {
    const [head, one, other] = key.split(",")
    const csv = `${head};Måned;Budget\n${one};11/2026;1.000,5\n${other};2026-12;2.000`
    expect(await read(csv)).toEqual({ missing: undefined, targets, problems: [] })
  }
  expect(await read("Monat;Ziel\n2026-11;5")).toMatchObject({
    targets: [{ owner: "all", month: "2026-11", value: 5 }],
  })
})

test("each invalid row is reported with its line and reason", async () => {
  const csv = [
    "name,month,target",
    "Aarhus,2026-11,1",
    "Nowhere,2026-11,1",
    "Berlin,05/11/2026,1",
    "Berlin,2026-11,much",
    "Aarhus,11/2026,2",
    ",2026-11,1",
  ].join("\n")
  const { targets, problems } = await read(csv)
  expect(targets).toHaveLength(1)
  expect(problems.map(({ line, fault, text }) => [line, fault, text])).toEqual([
    [3, "unknown_name", "Nowhere"],
    [4, "unclear_month", "05/11/2026"],
    [5, "no_number", "much"],
    [6, "repeated_target", "11/2026"],
    [7, "key_missing", ""],
  ])
})
