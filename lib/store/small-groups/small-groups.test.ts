import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TreeDepartment } from "@/lib/catalogue"
import { openTestSeries, type TestSeries } from "../series/testing/open-test-series"
import { poolSession } from "../session"
import { prepareBands } from "./band-tables"
import { markBandsDue } from "./renew-bands"
import { type BandQuestion, createSmallGroups, type SmallGroups } from "./small-groups"

const newId = () => randomUUID() as string
const [top, north, south] = [newId(), newId(), newId()]
const [a, b, c] = [newId(), newId(), newId()]
const treeWith = (aboveC: string): TreeDepartment[] => [
  { id: top, parentId: null },
  { id: north, parentId: top },
  { id: south, parentId: top },
  { id: a, parentId: north },
  { id: b, parentId: north },
  { id: c, parentId: aboveC },
]
const before = treeWith(south)
const after = treeWith(north)

let opened: TestSeries
let smallGroups: SmallGroups
beforeAll(async () => {
  opened = await openTestSeries()
  const { pool, catalogue, schema } = opened
  await prepareBands(pool, { schema })
  smallGroups = createSmallGroups({ pool, catalogue, schema })
})
afterAll(() => opened.drop())

const pointOf = (departmentId: string, label: string, value: number, day = "2026-03-02") => {
  const timeStamp = `${day}T10:00:00Z`
  return { label, departmentId, userId: randomUUID(), value, timeStamp, ms: Date.parse(timeStamp) }
}
const many = (count: number, departmentId: string, label: string, value: number) =>
  Array.from({ length: count }, () => pointOf(departmentId, label, value))

/** Four and three people north, whose hours are told together, and one in the south who is told with other labels. */
async function load() {
  const dataSetId = randomUUID()
  await opened.load(dataSetId, [
    ...many(4, a, "Hours", 10),
    ...many(3, b, "Hours", 10),
    pointOf(c, "Hours", 777),
    ...many(4, c, "Sick", 1),
    ...["Hours", "Sick", "Visits", "Sales", "Hours"].map((label) =>
      pointOf(top, label, 1, "2026-02-02"),
    ),
  ])
  return dataSetId
}

const edges = ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"].map(Date.parse)

async function hours(dataSetId: string, tree: readonly TreeDepartment[]) {
  const question: BandQuestion = {
    ...{ dataSetId, measure: "sum", grouping: "none", top: 5, ranges: [edges] },
    filters: [{ property: "label", operator: "eq", value: "Hours" }],
  }
  const { ranges } = await smallGroups.read(question, { least: 5, tree, mayWait: false })
  return ranges[0]?.[0]?.values
}

describe("what is told of few people", () => {
  it("stays the same when a department moves, so that no difference tells the one who moved with it", async () => {
    const dataSetId = await load()
    expect(await hours(dataSetId, before)).toEqual([70])
    expect(await hours(dataSetId, after)).toEqual([70])
    const { tree } = await smallGroups.readExtent(dataSetId, {
      ...{ least: 5, tree: after, mayWait: false },
    })
    expect(tree).toEqual(before)
  })

  it("is told by the new tree once points have changed, or where there was none before", async () => {
    const { pool, schema } = opened
    const moved = await load()
    expect(await hours(moved, before)).toEqual([70])
    await markBandsDue(poolSession(pool), { schema, dataSetId: moved })
    expect(await hours(moved, after)).toEqual([847])
    const early = await load()
    await hours(early, [])
    expect(await hours(early, before)).toEqual([70])
  })
})
