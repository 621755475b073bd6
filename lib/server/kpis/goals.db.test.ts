import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import type { SeriesAnswer } from "../../catalogue"
import type { TargetProgress } from "../../contract"
import { openSeriesWorld, type SeriesWorld, type TestPoint } from "./testing/open-series-world"

const names = ["company", "north", "south", "n1", "n2", "s1", "office"] as const
const id = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<
  (typeof names)[number],
  string
>
const departments = [
  { id: id.company, name: "Company", parentId: null, type: "Company" },
  { id: id.north, name: "North", parentId: id.company, type: "Region" },
  { id: id.south, name: "South", parentId: id.company, type: "Region" },
  { id: id.n1, name: "Store 1", parentId: id.north },
  { id: id.n2, name: "Store 2", parentId: id.north },
  { id: id.s1, name: "Store 3", parentId: id.south },
  { id: id.office, name: "Office", parentId: id.south, type: "Department" },
]
const sales = randomUUID()
const scores = randomUUID()
const hours = randomUUID()
const nowhere = randomUUID()

/** One value at noon on each of `days` days from 1 October 2025. */
const daily = (departmentId: string, days: number, value: number): TestPoint[] =>
  Array.from({ length: days }, (_, at) => ({
    label: null,
    departmentId,
    userId: null,
    value,
    timeStamp: new Date(Date.UTC(2025, 9, 1 + at, 12)).toISOString(),
  }))
const points = [...daily(id.n1, 46, 10), ...daily(id.n2, 46, 20), ...daily(id.s1, 31, 40)]

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), departments)
  for (const dataSet of [sales, scores]) await world.loadPoints(dataSet, points)
  const people = Array.from({ length: 20 }, () => randomUUID())
  const own = people.map((userId, at) => ({
    ...{ label: null, userId, value: 8, departmentId: at < 10 ? id.n1 : at < 18 ? id.n2 : id.s1 },
    timeStamp: "2025-10-05T12:00:00Z",
  }))
  await world.loadPoints(hours, own)
  await world.waitForTree()
  for (const dataSet of [sales, scores, hours]) await world.sync(dataSet)
})
afterAll(() => world?.stop())

const put = (dataSet: string, json: object, who: "admin" | "analyst" = "admin") =>
  world.askJson(`/api/kpis/${dataSet}/goal`, who, { method: "PUT", json })
const target = (owner: string, value: number | null, month = "2025-10") => ({ owner, month, value })
const seriesOf = async (dataSet: string, search: string): Promise<SeriesAnswer> =>
  (await world.askJson(`/api/kpis/${dataSet}/series?zone=UTC&${search}`)).body
const progressOf = async (dataSet: string, search = ""): Promise<TargetProgress> =>
  (
    await world.askJson(
      `/api/kpis/${dataSet}/target-progress?zone=UTC&range=2025-10-01..2025-11-30&${search}`,
    )
  ).body
const rowsOf = ({ rows }: TargetProgress) =>
  Object.fromEntries(
    rows.map(({ departmentId, value, target: due, state }) => [
      names.find((name) => id[name] === departmentId),
      [value, due, state],
    ]),
  )

test("Only administrators set targets, everyone who reads figures sees them, and invalid ones are refused.", async () => {
  expect((await put(sales, { direction: "higher" }, "analyst")).body).toMatchObject({
    code: "forbidden",
    permission: "kpis:write",
  })
  for (const faulty of [
    { targets: [target("everybody", 1)] },
    { targets: [target(id.n1, 1, "2025-13")] },
    { targets: [{ ...target(id.n1, 1), value: "much" }] },
    { direction: "up" },
    { more: 1 },
  ])
    expect((await put(sales, faulty)).body.code).toBe("invalid_body")
  expect((await put(nowhere, {})).body.code).toBe("not_found")
  const { body } = await put(sales, {
    direction: "higher",
    targets: [target(id.n1, 310), target(id.n2, 620), target(id.n1, 330, "2025-11")],
  })
  expect(body).toMatchObject({ measure: "sum", direction: "higher" })
  expect(body.targets).toHaveLength(3)
  expect((await world.askJson(`/api/kpis/${sales}/goal`)).body).toEqual(body)
  const { goals } = (await world.askJson("/api/kpis/goals")).body
  expect(goals).toEqual([
    { dataSetId: sales, measure: "sum", direction: "higher", hasTargets: true },
  ])
})

test("A target replaces the one of its month, and null removes it.", async () => {
  await put(sales, { targets: [target(id.s1, 5), target(id.s1, 7, "2025-12")] })
  await put(sales, { targets: [target(id.s1, 6), target(id.s1, null, "2025-12")] })
  const { targets } = (await put(sales, {})).body
  expect(targets.filter(({ owner }: { owner: string }) => owner === id.s1)).toEqual([
    target(id.s1, 6),
  ])
  await put(sales, { targets: [target(id.s1, null)] })
})

const october = "range=2025-10-01..2025-10-31&bucket=month"
const toDate = "range=2025-10-01..2025-11-30&bucket=month"

test("Sums have the share of the month's target for their days, both in buckets and to date.", async () => {
  const byStore = await seriesOf(sales, `${toDate}&group=department:3`)
  const at = (store: string) =>
    byStore.groups.findIndex((group) => "key" in group && group.key === store)
  const [range] = byStore.ranges
  expect(range.groupsToDate?.[at(id.n1)]).toMatchObject({ value: 460, target: 310 + 165 })
  expect(range.lines[at(id.n1)]?.targets).toEqual([310, 165])
  expect(range.groupsToDate?.[at(id.n2)]).toMatchObject({ value: 920, target: 620 + 310 })
  expect(range.groupsToDate?.[at(id.s1)]?.target).toBeUndefined()
  expect(byStore.direction).toBe("higher")
})

test("Combined departments have a target if each one with points has; others, labels and filters have none.", async () => {
  const targetsOf = async (search: string) => {
    const { groups, ranges } = await seriesOf(sales, `${october}&${search}`)
    const [{ groupsToDate = [], toDate: own }] = ranges
    return own
      ? own.target
      : groups.map((group, at) => [
          "key" in group ? names.find((name) => id[name] === group.key) : group.kind,
          groupsToDate[at]?.target,
        ])
  }
  expect(await targetsOf("group=department:Region")).toEqual([
    ["south", undefined],
    ["north", 930],
  ])
  expect(await targetsOf("")).toBeUndefined()
  expect(await targetsOf(`within=${id.north}`)).toBe(930)
  expect(await targetsOf("group=department:3&top=1")).toEqual([
    ["s1", undefined],
    ["other", undefined],
  ])
  expect(await targetsOf("group=label")).toEqual([[undefined, undefined]])
  expect(await targetsOf(`within=${id.north}&label[ne]=x`)).toBeUndefined()
  expect(await targetsOf(`within=${id.north}&measure=count`)).toBeUndefined()
  await put(sales, { targets: [target(id.s1, 1240)] })
  expect(await targetsOf("")).toBe(310 + 620 + 1240)
  await put(sales, { targets: [target("all", 2000), target("level:2", 900)] })
  expect(await targetsOf("")).toBe(2000)
  expect(await targetsOf("group=department:2")).toEqual([
    ["south", 900],
    ["north", 900],
  ])
  await put(sales, { targets: [target("all", null), target("level:2", null)] })
})

test("Averages are compared with the target in force, which is neither divided nor added up.", async () => {
  await put(scores, { measure: "average", targets: [target("level:3", 25)] })
  const { groups, ranges } = await seriesOf(scores, `${toDate}&measure=average&group=department:2`)
  expect(groups).toHaveLength(2)
  expect(ranges[0].groupsToDate?.map((figure) => figure.target)).toEqual([undefined, undefined])
  expect(rowsOf(await progressOf(scores))).toEqual({
    n1: [10, 25, "v"],
    n2: [20, 25, "v"],
    s1: [40, 25, "v"],
    office: [null, 25, "m"],
  })
})

test("Progress compares departments with their targets over the counted days, even those without points.", async () => {
  const progress = await progressOf(sales)
  expect(progress).toMatchObject({
    direction: "higher",
    days: { from: "2025-10-01", to: "2025-11-15" },
  })
  expect(rowsOf(progress)).toEqual({
    n1: [460, 475, "v"],
    n2: [920, 930, "v"],
    s1: [1240, 1860, "v"],
  })
  expect(rowsOf(await progressOf(sales, "group=department:Region"))).toEqual({
    north: [1380, 1405, "v"],
    south: [1240, 1860, "v"],
  })
  await put(sales, { targets: [target(id.office, 31)] })
  expect(rowsOf(await progressOf(sales))["office"]).toEqual([null, 46.5, "m"])
  await put(sales, { targets: [target(id.office, null)] })
  expect(await progressOf(hours)).toEqual({ direction: "neutral", rows: [] })
})

test("For personal data, departments with too few people are suppressed.", async () => {
  await put(hours, { direction: "lower", targets: [target("level:3", 62)] })
  const progress = await progressOf(hours)
  expect(progress).toMatchObject({ direction: "lower", least: 5 })
  const { n1, n2, s1, office } = rowsOf(progress)
  expect(n1).toEqual([80, 2, "p"])
  // s1 has two people, and n2 would disclose them by subtraction.
  expect([n2, s1]).toEqual([
    [null, 2, "s"],
    [null, 2, "s"],
  ])
  expect(office).toEqual([null, 2, "m"])
})

test("A file has the target of each row and its distance from it.", async () => {
  const path = `/api/kpis/${sales}/series?zone=UTC&${toDate}&group=department:3&format=csv`
  const text = await (await world.ask(path)).text()
  const row = text
    .split("\r\n")
    .find((line) => line.includes("Store 1") && line.includes("2025-11"))
  expect(text).toContain("Value,Target,To target,Points")
  expect(row).toContain("150,165,-15")
})
