import { afterEach, describe, expect, it } from "vitest"
import { anchor, endHistoryBefore, generatorVersion, plainAnchor } from "./anchor"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
import { hashRows, printDemoRow, readDemoRows, recordNames } from "./test-rows"

afterEach(() => void endHistoryBefore(plainAnchor))

describe("moving the end of the history", () => {
  it("moves it to the last Monday before the given time", () => {
    const ends = (moment: string) =>
      new Date(endHistoryBefore(Date.parse(moment))).toISOString().slice(0, 10)
    expect(["2026-11-28T09:00Z", "2027-03-01T00:00Z", "2026-11-15T23:59Z"].map(ends)).toEqual([
      "2026-11-23",
      "2027-03-01",
      "2026-11-09",
    ])
  })

  it("keeps ids and counts and creates no data points after the end", () => {
    const idsOf = () =>
      recordNames.flatMap((record) =>
        [...readDemoRows(record, 0.01)].map(({ scope, values }) =>
          JSON.stringify([record, scope, values["id"]]),
        ),
      )
    const plain = idsOf()
    endHistoryBefore(Date.parse("2027-02-10T12:00Z"))
    expect(idsOf()).toEqual(plain)
    const times = [...readDemoRows("dataPoint", 0.01)].map(({ values }) =>
      Date.parse(`${values["timeStamp"]}`),
    )
    expect(Math.max(...times)).toBeLessThan(anchor)
    expect(Math.max(...times)).toBeGreaterThan(anchor - 2 * 86_400_000)
  })
})

describe("demo data is deterministic", () => {
  it("returns the same rows for the same scale", () => {
    expect(hashRows(0.01)).toBe(hashRows(0.01))
  })

  it("returns other rows for another scale", () => {
    expect(hashRows(0.01)).not.toBe(hashRows(0.02))
  })

  it("changes only with generatorVersion in anchor.ts: raise it and put the new hash here", () => {
    expect([generatorVersion, hashRows(0.001)]).toEqual([
      3,
      "0f9a37483c19341eb7479a8c2d8a35c27872ad75f5600daf37e46cbbd796825a",
    ])
  })

  it.each(recordNames)(
    "returns a subset of a larger scale's rows at a smaller one: %s",
    (record) => {
      const larger = new Set([...readDemoRows(record, 0.1)].map(printDemoRow))
      const smaller = [...readDemoRows(record, 0.01)].map(printDemoRow)
      expect(smaller.filter((row) => !larger.has(row))).toEqual([])
    },
  )

  it("includes the containers of a smaller scale in a larger one", () => {
    const larger = new Set([...listContainers(countsFor(4))].map((row) => JSON.stringify(row)))
    const smaller = [...listContainers(countsFor(0.2))].map((row) => JSON.stringify(row))
    expect(smaller.filter((row) => !larger.has(row))).toEqual([])
  })
})
