import { describe, expect, it } from "vitest"
import { catalogue, listOperations, type RecordName, recordType } from "@/lib/catalogue"
import { countsFor } from "./counts"
import { totalsFor } from "./load"
import { readDemoRows, recordNames } from "./test-rows"

function sizesOf(record: RecordName, scale: number): number[] {
  const sizes = new Map<string, number>()
  for (const { scope } of readDemoRows(record, scale)) {
    const key = Object.values(scope).join()
    sizes.set(key, (sizes.get(key) ?? 0) + 1)
  }
  return [...sizes.values()]
}

const countAll = (scale: number) => new Map(recordNames.map((name) => [name, sizesOf(name, scale)]))

const sum = (sizes: readonly number[] = []) => sizes.reduce((total, size) => total + size, 0)

const lists = listOperations(catalogue).map(
  (operation) => [operation.id, operation.record] as const,
)

describe.each([0.001, 0.01, 0.1, 1])("demo data at scale %d", (scale) => {
  const sizes: ReadonlyMap<string, number[]> = countAll(scale)

  it.each(lists)("fills the list with at least three records: %s", (_, record) => {
    const wanted = recordType(catalogue, record).scope.length > 0 ? 2 : 1
    const full = sizes.get(record)?.filter((size) => size >= 3)
    expect(full?.length).toBeGreaterThanOrEqual(wanted)
  })

  it.each(["contentPost", "stageComment", "calendarEvent", "communicationTemplate"])(
    "has at least two records to open by id: %s",
    (record) => expect(sum(sizes.get(record))).toBeGreaterThanOrEqual(2),
  )

  it("has about 100,000 data points times the scale", () => {
    const points = sum(sizes.get("dataPoint"))
    expect(Math.abs(points / (100_000 * scale) - 1)).toBeLessThan(0.1)
  })

  it("has the predicted counts: data points approximately, others exactly", () => {
    const made = new Map([...sizes].map(([record, each]) => [record, sum(each)]))
    const { dataPoint, ...exact } = totalsFor(countsFor(scale))
    expect(exact).toEqual(Object.fromEntries([...made].filter(([name]) => name !== "dataPoint")))
    expect(Math.abs(dataPoint / (made.get("dataPoint") ?? 0) - 1)).toBeLessThan(0.05)
  })

  it("has the expected counts of records that grow with the scale", () => {
    const { departments, listed } = countsFor(scale)
    expect(sum(sizes.get("department"))).toBe(departments)
    expect(sum(sizes.get("courseParticipation"))).toBe(listed(20_000, 40))
    expect(sum(sizes.get("questionParticipation"))).toBe(listed(30_000, 60))
    if (scale < 1) return
    expect(sum(sizes.get("contentPost"))).toBe(600)
    expect(sum(sizes.get("contentView"))).toBeGreaterThan(35_000)
    expect(sum(sizes.get("commentReaction"))).toBeGreaterThan(7_000)
    expect(sum(sizes.get("stageReview"))).toBe(3_000)
  })
})

describe("the scale", () => {
  it("gives 500 departments from 0.1 up, and a smaller tree below", () => {
    const amounts = [0.001, 0.05, 0.1, 1, 100].map((scale) => countsFor(scale).departments)
    expect(amounts).toEqual([32, 250, 500, 500, 500])
  })

  it("must be a finite number above 0", () => {
    for (const scale of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => countsFor(scale)).toThrow("above 0")
  })
})
