import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TreeDepartment } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { poolSession } from "../../db"
import { markGroupsDue } from "./renew-groups"
import { createSmallGroups, type GroupQuery } from "./small-groups"
import { openTestSmallGroups, type TestSmallGroups } from "./testing/open-small-groups"

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

let opened: TestSmallGroups
let smallGroups: TestSmallGroups["smallGroups"]
beforeAll(async () => {
  opened = await openTestSmallGroups()
  smallGroups = opened.smallGroups
})
afterAll(() => opened.close())

const pointOf = (departmentId: string, label: string, value: number, day = "2026-03-02") => {
  const timeStamp = `${day}T10:00:00Z`
  return { label, departmentId, userId: randomUUID(), value, timeStamp, ms: Date.parse(timeStamp) }
}
const many = (count: number, departmentId: string, label: string, value: number) =>
  Array.from({ length: count }, () => pointOf(departmentId, label, value))

/**
 * Seven people in the north with hours disclosed together; one in the south, disclosed with other
 * labels.
 */
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

const edges = ["2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"].map(Date.parse)

async function read(
  dataSetId: string,
  {
    label,
    ...given
  }: {
    label?: string
    minPeople?: number
    tree?: readonly TreeDepartment[]
    mayWait?: boolean
  } = {},
) {
  const query: GroupQuery = {
    dataSetId,
    scope: "all",
    measure: "sum",
    grouping: "none",
    top: 5,
    ranges: [edges],
    filters: label === undefined ? [] : [{ property: "label", operator: "eq", value: label }],
  }
  const rule = { minPeople: 5, tree: before, mayWait: false, ...given }
  const { ranges } = await smallGroups.read(query, rule)
  return ranges[0]?.[0]?.values[0]
}

const renew = (dataSetId: string) =>
  markGroupsDue(poolSession(opened.pool), { schema: opened.schema, dataSetId })

async function change(dataSetId: string, text: string, values: unknown[] = []) {
  await opened.pool.query(text.replaceAll("point ", `"${opened.schema}".data_point `), [
    dataSetId,
    ...values,
  ])
  await renew(dataSetId)
}

async function add(dataSetId: string, points: Parameters<TestSmallGroups["load"]>[1]) {
  await opened.load(dataSetId, points)
  await renew(dataSetId)
}

const correct = (dataSetId: string, from: number, count: number, to: number) =>
  change(
    dataSetId,
    `update point set value = $4 where row_id in (
       select row_id from point where in_data_set_id = $1 and value = $2 order by row_id limit $3)`,
    [from, count, to],
  )

describe("equal values of one person at one moment", () => {
  const timeStamp = "2026-06-10T00:00:00+00:00"
  const ms = Date.parse(timeStamp)
  /** A person for each pair of values, with the labels A and B. */
  const pairs = (values: readonly (readonly [number, number])[]) =>
    values.flatMap(([one, other]) => {
      const person = { departmentId: a, userId: newId(), timeStamp, ms }
      return [
        { ...person, label: "A", value: one },
        { ...person, label: "B", value: other },
      ]
    })
  const sums = async (dataSetId: string) => [
    await read(dataSetId, { label: "A" }),
    await read(dataSetId, { label: "B" }),
  ]

  it("are disclosed like unequal ones", async () => {
    for (const [own, other] of [
      [8, 8],
      [8, 9],
      [0, 0],
    ] as const) {
      const dataSetId = newId()
      await opened.load(dataSetId, pairs(Array.from({ length: 12 }, () => [own, other] as const)))
      expect(await sums(dataSetId)).toEqual([12 * own, 12 * other])
    }
    const five = newId()
    await opened.load(five, pairs([[8, 8], ...Array.from({ length: 4 }, () => [8, 9] as const)]))
    expect(await sums(five)).toEqual([40, 44])
  })

  it("do not hide later values, and are not disclosed twice if they only move", async () => {
    for (const later of [8, 9]) {
      const dataSetId = newId()
      const known = pairs(Array.from({ length: 5 }, () => [8, 8] as const))
      await opened.load(
        dataSetId,
        known.filter(({ label }) => label === "A"),
      )
      expect(await sums(dataSetId)).toEqual([40, null])
      await add(
        dataSetId,
        known.filter(({ label }) => label === "B").map((point) => ({ ...point, value: later })),
      )
      expect(await sums(dataSetId)).toEqual([40, 5 * later])
    }
    const moved = newId()
    await opened.load(
      moved,
      pairs(Array.from({ length: 5 }, () => [8, 3] as const)).filter(({ label }) => label === "A"),
    )
    expect(await sums(moved)).toEqual([40, null])
    await change(moved, "update point set label = 'B' where in_data_set_id = $1")
    expect(await sums(moved)).toEqual([null, null])
  })
})

it("whether a sum is disclosed does not depend on whether a person's values are equal", async () => {
  const labels = ["A", "B", "C"]
  const days = ["2026-06-10", "2026-06-11"]
  for (let round = 0; round < rounds({ test: 10, deep: 60 }); round += 1) {
    // Both data sets have the same people, labels and times, and get the second half of points
    // later.
    const points = Array.from({ length: 3 + (round % 10) }, () => newId()).flatMap((userId) =>
      labels.flatMap((label) =>
        days.flatMap((day) => {
          const timeStamp = `${day}T00:00:00+00:00`
          const point = { label, departmentId: a, userId, timeStamp, ms: Date.parse(timeStamp) }
          return Math.random() < 0.6 ? [point] : []
        }),
      ),
    )
    const half = Math.floor(points.length / 2)
    const told = async (valueAt: (at: number) => number) => {
      const dataSetId = newId()
      const valued = points.map((point, at) => ({ ...point, value: valueAt(at) }))
      await opened.load(dataSetId, valued.slice(0, half))
      const seen = [await Promise.all(labels.map((label) => read(dataSetId, { label })))]
      await add(dataSetId, valued.slice(half))
      seen.push(await Promise.all(labels.map((label) => read(dataSetId, { label }))))
      return seen.map((sums) => sums.map((sum) => sum !== null))
    }
    expect(await told(() => 8)).toEqual(await told((at) => at))
  }
})

describe("the disclosed sum of few people", () => {
  it("stays the same when a department moves, even after new points, so that no difference reveals a person", async () => {
    const dataSetId = await load()
    const label = "Hours"
    expect(await read(dataSetId, { label })).toBe(70)
    expect(await read(dataSetId, { label, tree: after })).toBe(70)
    await add(dataSetId, many(1, c, "Hours", 7))
    expect(await read(dataSetId, { label, tree: after })).toBe(70)
  })

  it("does not change until enough people have new points, and then includes all of them", async () => {
    const dataSetId = randomUUID()
    await opened.load(dataSetId, many(6, a, "Hours", 10))
    expect(await read(dataSetId)).toBe(60)
    for (let people = 1; people < 5; people += 1) {
      await add(dataSetId, many(1, b, "Hours", 100))
      expect(await read(dataSetId)).toBe(60)
    }
    await add(dataSetId, many(1, b, "Hours", 100))
    expect(await read(dataSetId)).toBe(560)
  })

  it("does not change with corrections or removals of fewer people than the minimum", async () => {
    const dataSetId = randomUUID()
    await opened.load(dataSetId, many(9, a, "Hours", 10))
    expect(await read(dataSetId)).toBe(90)
    await correct(dataSetId, 10, 4, 20)
    expect(await read(dataSetId)).toBe(90)
    await correct(dataSetId, 10, 1, 20)
    expect(await read(dataSetId)).toBe(140)
    await change(dataSetId, `delete from point where in_data_set_id = $1 and value = 10`)
    expect(await read(dataSetId)).toBe(140)
    await change(dataSetId, `delete from point where in_data_set_id = $1`)
    expect(await read(dataSetId)).toBe(null)
  })

  it("is that of the remaining values if those of enough people are removed and enough remain", async () => {
    const dataSetId = randomUUID()
    const people = many(5, a, "Hours", 10)
    const later = people.map((point) => ({ ...point, value: 3, timeStamp: "2026-03-09T10:00:00Z" }))
    const four = later.slice(0, 4)
    await opened.load(dataSetId, [
      ...people.slice(0, 4),
      ...four,
      ...people.slice(4),
      ...later.slice(4),
    ])
    await change(dataSetId, `update point set department_id = null where in_data_set_id = $1`)
    expect(await read(dataSetId)).toBe(65)
    await change(dataSetId, `delete from point where in_data_set_id = $1 and value = 3`)
    expect(await read(dataSetId)).toBe(50)
  })

  it("counts people who moved only once, at their old department until enough people have moved", async () => {
    const dataSetId = randomUUID()
    await opened.load(dataSetId, [...many(6, a, "Hours", 10), ...many(5, b, "Hours", 1)])
    expect(await read(dataSetId)).toBe(65)
    const move = `update point set department_id = $2 where row_id in (
      select row_id from point where in_data_set_id = $1 and value = 10
        and department_id <> $2 limit 1)`
    for (let moved = 1; moved < 5; moved += 1) {
      await change(dataSetId, move, [c])
      expect(await read(dataSetId)).toBe(65)
    }
    await change(dataSetId, move, [c])
    expect(await read(dataSetId)).toBe(5)
    await add(dataSetId, many(5, c, "Hours", 100))
    expect(await read(dataSetId)).toBe(555)
  })

  it("is the same again after all points are copied again", async () => {
    const dataSetId = randomUUID()
    const points = [...many(6, a, "Hours", 10), ...many(3, b, "Hours", 1)]
    await opened.load(dataSetId, points)
    expect(await read(dataSetId)).toBe(63)
    await change(dataSetId, `delete from point where in_data_set_id = $1`)
    expect(await read(dataSetId)).toBe(null)
    await add(dataSetId, points.toReversed())
    expect(await read(dataSetId)).toBe(63)
    await correct(dataSetId, 10, 2, 11)
    expect(await read(dataSetId)).toBe(63)
  })

  it("is hidden at once by a higher minimum, and disclosed by a lower one after enough new points", async () => {
    const dataSetId = randomUUID()
    await opened.load(dataSetId, [...many(9, a, "Hours", 10), ...many(6, b, "Sick", 1)])
    expect(await read(dataSetId)).toBe(96)
    expect(await read(dataSetId, { minPeople: 8 })).toBe(90)
    expect(await read(dataSetId)).toBe(90)
    await add(dataSetId, many(5, c, "Bonus", 100))
    expect(await read(dataSetId, { minPeople: 8 })).toBe(90)
    expect(await read(dataSetId)).toBe(90)
    const { minPeople } = await smallGroups.readExtent(
      { dataSetId, scope: "all" },
      { minPeople: 5, tree: before, mayWait: false },
    )
    expect(minPeople).toBe(8)
    await add(dataSetId, many(1, c, "Bonus", 100))
    expect(await read(dataSetId)).toBe(696)
  })

  it("is unchanged while a copy is running, and the same for several instances", async () => {
    const dataSetId = randomUUID()
    await opened.load(dataSetId, many(6, a, "Hours", 10))
    expect(await read(dataSetId)).toBe(60)
    await add(dataSetId, many(6, a, "Hours", 100))
    expect(await read(dataSetId, { mayWait: true })).toBe(60)
    const { pool, catalogue, schema } = opened
    const other = createSmallGroups({ pool, catalogue, schema })
    const rule = { minPeople: 5, tree: before, mayWait: false }
    const selection = { dataSetId, scope: "all" } as const
    const extents = await Promise.all(
      [smallGroups, other, smallGroups, other].map((each) => each.readExtent(selection, rule)),
    )
    expect(new Set(extents.map((extent) => JSON.stringify(extent))).size).toBe(1)
    expect(await read(dataSetId)).toBe(660)
    const text = `select count(*)::int as count from "${schema}".told_point where in_data_set_id = $1`
    expect((await pool.query(text, [dataSetId])).rows).toEqual([{ count: 12 }])
  })

  it("stays as disclosed by an older version that did not save the points of its groups", async () => {
    const { pool, schema } = opened
    const dataSetId = await load()
    const sums = async () => [await read(dataSetId), await read(dataSetId, { label: "Hours" })]
    const disclosed = await sums()
    const ofDataSet = `where in_data_set_id = '${dataSetId}'`
    await pool.query(`set search_path to "${schema}"; delete from told_point ${ofDataSet};
      update point_band set band = null ${ofDataSet};
      update point_band_state set tree_departments = '${JSON.stringify(before)}' ${ofDataSet}`)
    expect(await read(dataSetId, { label: "Hours", tree: after, minPeople: 7 })).toBe(70)
    await add(dataSetId, many(1, c, "Hours", 7))
    await pool.query(
      `set search_path to "${schema}"; update point_band_state set least = 5 ${ofDataSet}`,
    )
    expect(await sums()).toEqual(disclosed)
  })
})
