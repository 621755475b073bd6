import { describe, expect, it } from "vitest"
import { generatorVersion } from "./anchor"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
import { hashRows, printDemoRow, readDemoRows, recordNames } from "./test-rows"

describe("demo data is deterministic", () => {
  it("makes the same rows whenever it is asked for the same scale", () => {
    expect(hashRows(0.01)).toBe(hashRows(0.01))
  })

  it("makes other rows for another scale", () => {
    expect(hashRows(0.01)).not.toBe(hashRows(0.02))
  })

  it("changes with the generator version only: raise it and put the new hash here", () => {
    expect([generatorVersion, hashRows(0.001)]).toEqual([
      2,
      "0f9a37483c19341eb7479a8c2d8a35c27872ad75f5600daf37e46cbbd796825a",
    ])
  })

  it.each(recordNames)("makes a part of a larger scale's rows at a smaller one: %s", (record) => {
    const larger = new Set([...readDemoRows(record, 0.1)].map(printDemoRow))
    const smaller = [...readDemoRows(record, 0.01)].map(printDemoRow)
    expect(smaller.filter((row) => !larger.has(row))).toEqual([])
  })

  it("keeps the containers of a smaller scale in a larger one", () => {
    const larger = new Set([...listContainers(countsFor(4))].map((row) => JSON.stringify(row)))
    const smaller = [...listContainers(countsFor(0.2))].map((row) => JSON.stringify(row))
    expect(smaller.filter((row) => !larger.has(row))).toEqual([])
  })
})
