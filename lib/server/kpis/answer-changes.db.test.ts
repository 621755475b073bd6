import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import type { DividedChange, SeriesChanges } from "../../catalogue"
import { openSeriesWorld, type SeriesWorld, type TestPoint } from "./testing/open-series-world"

const dataSetId = randomUUID()
const people = randomUUID()
const departments = Array.from({ length: 7 }, (_, at) => ({
  id: randomUUID(),
  name: `Store ${at}`,
  parentId: null,
}))
const labels = ["Sales", "Returns", "Gifts", null]

let state = 20_261_128
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)

/** Points over a hundred days, some without a value, a department or a label. */
const points: readonly TestPoint[] = Array.from({ length: 1500 }, () => ({
  label: oneOf(labels) ?? null,
  departmentId: random() < 0.1 ? null : (oneOf(departments)?.id ?? null),
  userId: null,
  timeStamp: `${dayAt(Math.floor(random() * 100))}T12:00:00Z`,
  value: random() < 0.1 ? null : Math.round((random() - 0.3) * 1e5) / 100,
}))

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), departments)
  await world.loadPoints(dataSetId, points)
  await world.sync(dataSetId)
  const own = points.map((point, at) => ({ ...point, userId: users[at % users.length] ?? null }))
  await world.loadPoints(people, own)
  await world.waitForTree()
  await world.sync(people)
})
afterAll(() => world?.stop())
const users = Array.from({ length: 30 }, () => randomUUID())

const ask = (search: string, of = dataSetId) =>
  world.askJson(`/api/kpis/${of}/changes?zone=UTC&${search}`)
const changesOf = async (search: string, of = dataSetId): Promise<SeriesChanges> => {
  const { status, body } = await ask(search, of)
  expect({ search, status, body }).toMatchObject({ search, status: 200 })
  return body
}

type Days = readonly [from: string, to: string]
const within = ([from, to]: Days, { timeStamp }: TestPoint) =>
  timeStamp.slice(0, 10) >= from && timeStamp.slice(0, 10) <= to
const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function measured(measure: string, own: readonly TestPoint[]): number | null {
  const values = own.flatMap(({ value }) => (value === null ? [] : [value]))
  if (measure === "count") return own.length
  if (measure === "sum") return add(values)
  return values.length === 0 ? null : add(values) / values.length
}

const parts = ({ rows, rest, notShown = 0 }: DividedChange) =>
  add(rows.map(({ contribution }) => contribution)) + rest.contribution + notShown

test("The contributions of groups match a plain computation, largest first, and add up to the change.", async () => {
  let cases = 0
  while (cases < rounds({ test: 12, deep: 200 })) {
    const [start, length, apart] = [40, 30, 40].map((most) => 1 + Math.floor(random() * most))
    const first: Days = [
      dayAt((start ?? 1) + (apart ?? 1)),
      dayAt((start ?? 1) + (apart ?? 1) + (length ?? 1) - 1),
    ]
    const other: Days = [dayAt(start ?? 1), dayAt((start ?? 1) + (length ?? 1) - 1)]
    const measure = oneOf(["sum", "count", "average"]) ?? "sum"
    const search = `measure=${measure}&range=${first.join("..")}&range=${other.join("..")}&top=3`
    const { value, before, divided, days } = await changesOf(search)
    // Both ranges are compared over the same days, up to the end of the data, or over whole months.
    const compared: Days = [days?.first.from ?? "", days?.first.to ?? ""]
    const earlier: Days = [days?.before.from ?? "", days?.before.to ?? ""]
    const now = points.filter((point) => within(compared, point))
    const then = points.filter((point) => within(earlier, point))
    if (now.length === 0 || then.length === 0) continue
    cases += 1
    const [whole, wholeBefore] = [measured(measure, now), measured(measure, then)]
    expect(value).toBeCloseTo(whole ?? 0, 9)
    expect(before).toBeCloseTo(wholeBefore ?? 0, 9)
    const change = (whole ?? 0) - (wholeBefore ?? 0)
    expect(divided.map(({ grouping }) => grouping)).toEqual(["department", "label"])
    for (const each of divided) {
      expect(parts(each)).toBeCloseTo(change, 9)
      const keyOf = each.grouping === "label" ? "label" : "departmentId"
      const all = new Set([...now, ...then].map((point) => point[keyOf]))
      expect(each.rows.length + each.rest.members).toBe(all.size)
      const sizes = each.rows.map(({ contribution }) => Math.abs(contribution))
      expect(sizes).toEqual(sizes.toSorted((one, next) => next - one))
      for (const row of each.rows) {
        const [own, its] = [now, then].map((some) =>
          some.filter((point) => point[keyOf] === row.key),
        )
        expect(row.value ?? 0).toBeCloseTo(measured(measure, own ?? []) ?? 0, 9)
        expect(row.before ?? 0).toBeCloseTo(measured(measure, its ?? []) ?? 0, 9)
        if (measure === "average") continue
        expect(row.contribution).toBeCloseTo((row.value ?? 0) - (row.before ?? 0), 9)
      }
    }
  }
})

test("In a change of an average, a group at the previous average contributes nothing, however much it grows.", async () => {
  const id = randomUUID()
  const of = (label: string, day: string, values: readonly number[]): TestPoint[] =>
    values.map((value) => ({
      label,
      departmentId: null,
      userId: null,
      timeStamp: `${day}T12:00:00Z`,
      value,
    }))
  await world.loadPoints(id, [
    ...of("steady", "2026-01-01", [10, 10]),
    ...of("rising", "2026-01-01", [10, 10]),
    ...of("steady", "2026-01-02", Array<number>(8).fill(10)),
    ...of("rising", "2026-01-02", [20, 20]),
  ])
  await world.sync(id)
  const { divided, ...told } = await changesOf(
    "measure=average&range=2026-01-02..2026-01-02&range=previous",
    id,
  )
  expect(told).toMatchObject({ value: 12, before: 10 })
  expect(divided[1]?.rows).toMatchObject([
    { key: "rising", value: 20, before: 10, contribution: 2 },
    { key: "steady", value: 10, before: 10, contribution: 0 },
  ])
})

test("For personal data, undisclosed groups are one number, and the contributions add up to the change.", async () => {
  const { value, before, divided, least } = await changesOf(
    "measure=sum&range=2026-02-01..2026-02-28&range=previous",
    people,
  )
  expect(least).toBe(5)
  for (const each of divided) {
    expect(each.notShown).toEqual(expect.any(Number))
    expect(parts(each)).toBeCloseTo((value ?? 0) - (before ?? 0), 9)
  }
  const average = "measure=average&range=2026-02-01..2026-02-28&range=previous"
  expect(await changesOf(average, people)).toEqual({
    value: null,
    before: null,
    divided: [],
    least: 5,
  })
})

test("A change that cannot be divided is refused with the parameter, and days without data have no change.", async () => {
  const range = "range=2026-02-01..2026-02-28"
  for (const [search, parameter] of [
    [`measure=median&${range}&range=previous`, "measure"],
    [range, "range"],
    [`${range}&range=previous&range=year`, "range"],
    [`${range}&range=previous&group=label`, "group"],
    [`${range}&range=previous&pattern=week`, "pattern"],
  ])
    expect(await ask(search ?? "")).toMatchObject({
      status: 400,
      body: { code: "invalid_query", errors: [{ parameter }] },
    })
  expect(await changesOf("range=2020-02-01..2020-02-28&range=previous")).toEqual({
    value: null,
    before: null,
    divided: [],
  })
  expect((await world.askJson(`/api/kpis/${dataSetId}/changes?${range}`, "hr")).status).toBe(403)
})
