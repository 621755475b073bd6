import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import type { SeriesAnswer, SeriesChanges, SeriesRows } from "../../catalogue"
import type { TargetProgress } from "../../contract"
import { openSeriesWorld, type SeriesWorld } from "./testing/open-series-world"
import { plantPoints } from "./testing/planted-points"

const minPeople = 5
const dayMs = 86_400_000
const dayAt = (from: string, index: number) =>
  new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10)
const days = [
  ...Array.from({ length: 7 }, (_, index) => dayAt("2024-12-30", index)),
  ...Array.from({ length: 21 }, (_, index) => dayAt("2025-03-20", index)),
]
const planted = plantPoints(days)
const { regions, stores, labels, points } = planted
const dataSetId = randomUUID()
/**
 * The same points, with those of each store in one hour of the day, so that hours of the week have
 * whole groups.
 */
const bunched = randomUUID()
const bunchedPoints = points.map((point) => {
  const hour = 9 + (stores.indexOf(point.departmentId ?? "") % 3)
  return { ...point, timeStamp: point.timeStamp.replace(/T\d\d/, `T${`${hour}`.padStart(2, "0")}`) }
})

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), planted.departments)
  await world.loadPoints(dataSetId, points)
  await world.waitForTree()
  await world.sync(dataSetId)
  await world.loadPoints(bunched, bunchedPoints)
  await world.sync(bunched)
})
afterAll(() => world?.stop())

const storesBelow = (region: number) => stores.slice(3 * region, 3 * region + 3)

const users = points.map(({ userId }) => userId)

/**
 * The sums of all groups of too few people, by label, department or region, and by day, month or
 * year.
 */
function secretSums(): Map<number, string> {
  const scopes = [stores, ...regions.map((_, at) => storesBelow(at)), ...stores.map((id) => [id])]
  const times = ["", "2024", "2025", ...new Set(days.map((day) => day.slice(0, 7))), ...days]
  const secrets = new Map<number, string>()
  for (const own of [
    labels,
    ...labels.map((label) => [label]),
    ["Hours", "Sick"],
    ["Sick", "Bonus"],
  ])
    for (const scope of scopes)
      for (const time of times) {
        const group = points.filter(
          ({ label, departmentId, timeStamp }) =>
            own.includes(label ?? "") &&
            scope.includes(departmentId ?? "") &&
            timeStamp.startsWith(time),
        )
        const people = new Set(group.map(({ userId }) => userId)).size
        if (people === 0 || people >= minPeople) continue
        const sum = group.reduce((all, { value }) => all + (value ?? 0), 0)
        secrets.set(sum, `${own} of ${scope.length} at ${time}: ${people}`)
      }
  for (const { value, label } of points) secrets.set(value ?? 0, `one point of ${label}`)
  return secrets
}

const base = "range=2024-12-30..2025-04-09"
const ranges = [
  base,
  "range=all",
  "range=2025-03-20..2025-04-09&range=previous&range=year",
  "range=2025-03-21..2025-04-09&range=2025-03-20..2025-04-08",
  "range=2025-03-20..2025-03-31&range=2025-03-20..2025-03-30",
  "range=2025-04-01..2025-04-09&range=year&align=weekday",
  "range=2025-04-01..2025-04-30&range=previous",
  "range=2025-03-24..2025-04-20&range=2025-03-20..2025-03-29",
]
const narrowings = [
  "",
  ...labels.flatMap((label) => [`label=${label}`, `label[ne]=${label}`]),
  ...stores.slice(5).flatMap((id) => [`departmentId=${id}`, `departmentId[ne]=${id}`]),
  ...regions.map((id) => `within=${id}`),
  ...stores.slice(5, 8).map((id) => `within=${id}`),
  "label[lt]=Hours",
  "label[gte]=Hours",
  "timeStamp[gte]=2025-03-21T00:00:00Z",
  "timeStamp[lt]=2025-04-08T13:30:00Z",
  "timeStamp[gt]=2025-03-20T12:34:56.789Z&timeStamp[lte]=2025-04-08T13:30:00Z",
  "timeStamp[ne]=2025-03-21T10:00:00Z",
]
const groupings = [
  ...["none", "label", "department", "department:1", "department:2", "department:3"],
  ...["department:Region", "department:Store"],
]

/** Queries whose answers an attacker would subtract from one another. */
function attacks(): string[] {
  const found = new Set<string>()
  for (const narrowing of narrowings)
    for (const group of groupings)
      for (const bucket of ["day", "month"])
        found.add(`${base}&bucket=${bucket}&group=${group}&${narrowing}`)
  for (const range of ranges)
    for (const bucket of ["hour", "day", "week", "month", "quarter", "year"])
      for (const group of ["none", "label", "department:2"])
        found.add(`${range}&bucket=${bucket}&group=${group}`)
  for (const zone of ["Asia/Kolkata", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu"])
    for (const bucket of ["hour", "day", "week"])
      found.add(`${base}&bucket=${bucket}&zone=${zone}&group=label`)
  for (const measure of ["average", "minimum", "maximum", "median", "p95", "count"])
    for (const group of groupings)
      found.add(`${base}&bucket=week&measure=${measure}&group=${group}`)
  for (const top of [1, 2, 3, 8])
    for (const group of groupings.slice(1))
      found.add(`${base}&bucket=month&top=${top}&group=${group}`)
  return [...found].map((search) => search.replace(/&$/, ""))
}

/** Such queries about hours of the week. */
function weeklyAttacks(): string[] {
  const found: string[] = []
  for (const narrowing of narrowings)
    for (const zone of ["UTC", "Europe/Copenhagen", "Asia/Kathmandu"])
      found.push(`${base}&bucket=month&pattern=week&zone=${zone}&${narrowing}`)
  for (const range of ranges)
    for (const measure of ["sum", "average", "median", "count"])
      found.push(`${range}&bucket=day&pattern=week&measure=${measure}`)
  return found.map((search) => search.replace(/&$/, ""))
}

/** The numbers that responses disclose, or that follow from one of them. */
class Disclosed {
  readonly numbers = new Set<number>()
  cells = 0

  add(value: number | null | undefined, count: number | null | undefined) {
    if (typeof value !== "number") return
    this.cells += 1
    this.numbers.add(value)
    if (typeof count === "number") this.numbers.add(value * count)
  }

  addAnswer({ ranges: own, pattern }: SeriesAnswer) {
    for (const [cell, value] of (pattern?.values ?? []).entries())
      this.add(value, pattern?.counts[cell])
    this.add(total(pattern?.values ?? []), undefined)
    for (const { lines, toDate, groupsToDate = [] } of own) {
      for (const figure of [toDate, ...groupsToDate]) {
        this.add(figure?.value, figure?.count)
        this.add(figure?.first?.value, figure?.first?.count)
      }
      for (const { values, counts } of lines) {
        for (const [index, value] of values.entries()) this.add(value, counts[index])
        this.add(total(values), undefined)
      }
      this.add(total(lines.flatMap(({ values }) => values)), undefined)
    }
  }

  addChanges({ value, before, divided }: SeriesChanges) {
    for (const total of [value, before]) this.add(total, undefined)
    for (const { rows, rest, notShown } of divided) {
      for (const row of rows)
        for (const number of [row.value, row.before, row.contribution]) this.add(number, undefined)
      this.add(rest.contribution, undefined)
      this.add(notShown, undefined)
    }
  }

  /** The secrets that are disclosed, or that are the difference of two disclosed numbers. */
  recovered(secrets: Map<number, string>): string[] {
    const round = (value: number) => Math.round(value * 1e6)
    const near = (value: number) => [round(value) - 1, round(value), round(value) + 1]
    const known = new Map([0, ...this.numbers].map((value) => [round(value), value]))
    const found: string[] = []
    for (const [secret, what] of secrets)
      for (const value of known.values()) {
        const other = near(value - secret)
          .map((key) => known.get(key))
          .find((each) => each !== undefined)
        if (other === undefined || Math.abs(value - other - secret) > 1e-9) continue
        found.push(`${what}: ${secret} = ${value} - ${other}`)
        break
      }
    return found
  }
}

const total = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

async function readAll(disclosed: Disclosed, requested: readonly string[], of = dataSetId) {
  for (const search of requested) {
    const { status, body } = await world.askJson(`/api/kpis/${of}/series?${search}`)
    expect({ search, status }).toEqual({ search, status: 200 })
    disclosed.addAnswer(body)
  }
}

/** Reads the rows of a cell, and adds their values and sums to the disclosed numbers. */
async function readRows(disclosed: Disclosed, search: string) {
  let after = ""
  const sums: number[] = []
  let points = 0
  let count: number | null = 0
  do {
    const more = after && `&after=${after}`
    const { body } = await world.askJson(`/api/kpis/${dataSetId}/rows?${search}${more}`)
    const page = body as SeriesRows
    for (const row of page.rows) {
      expect(row).toMatchObject({ userId: null, timeStamp: null })
      points += row.block?.points ?? 0
      disclosed.add(row.value, row.block?.valued)
      if (row.value !== null) sums.push(row.value * (row.block?.valued ?? 0))
    }
    count = page.count
    after = page.after ?? ""
  } while (after)
  expect(count ?? 0).toBe(points)
  disclosed.add(total(sums), undefined)
}

function cellsToDrill(): string[] {
  const cell = (day: string, group: string) =>
    `cell.from=${day}T00:00:00Z&cell.to=${dayAt(day, 1)}T00:00:00Z&cell.group=${encodeURIComponent(group)}`
  return days
    .slice(7, 17)
    .flatMap((day) => [
      ...labels.map((label) => `${base}&group=label&${cell(day, `key:${label}`)}`),
      `${base}&group=department&${cell(day, `key:${stores[5]}`)}`,
      `${base}&group=department:2&top=1&${cell(day, "other")}`,
    ])
}

test("No two answers to more than 300 queries disclose the sum of a group of too few people.", async () => {
  const secrets = secretSums()
  expect(secrets.size).toBeGreaterThan(1000)
  const disclosed = new Disclosed()
  const requested = attacks()
  await readAll(disclosed, requested)
  const drills = cellsToDrill()
  for (const search of [
    base,
    ...narrowings.slice(1, 12).map((each) => `${base}&${each}`),
    ...drills,
  ])
    await readRows(disclosed, search)
  expect(requested.length + drills.length).toBeGreaterThan(300)
  expect(disclosed.cells).toBeGreaterThan(3000)
  expect(disclosed.recovered(secrets)).toEqual([])
})

test("No two answers to more than 300 queries about changes disclose such a sum.", async () => {
  const disclosed = new Disclosed()
  const periods = [
    "2024-12-01..2024-12-31",
    "2024-12-01..2025-01-31",
    "2025-01-01..2025-01-31",
    "2025-03-01..2025-03-31",
    "2025-03-01..2025-04-30",
    "2025-01-01..2025-03-31",
    ...days.slice(8, 10).map((day) => `${day}..${day}`),
  ]
  const pairs = periods.flatMap((first) =>
    periods.flatMap((other) => (first === other ? [] : [`range=${first}&range=${other}`])),
  )
  let count = 0
  for (const pair of pairs)
    for (const narrowing of narrowings.slice(0, 6)) {
      count += 1
      const search = `${pair}&top=${1 + (count % 7)}&${narrowing}`
      const { status, body } = await world.askJson(`/api/kpis/${dataSetId}/changes?${search}`)
      expect({ search, status }).toEqual({ search, status: 200 })
      disclosed.addChanges(body)
      for (const { rows } of (body as SeriesChanges).divided)
        for (const { key } of rows) expect(users).not.toContain(key)
    }
  expect(count).toBeGreaterThan(300)
  expect(disclosed.cells).toBeGreaterThan(100)
  expect(disclosed.recovered(secretSums())).toEqual([])
})

test("No two answers to more than 300 queries about targets disclose such a sum.", async () => {
  const disclosed = new Disclosed()
  const periods = [
    "all",
    ...days.slice(7).flatMap((day) => [1, 2, 7].map((length) => `${day}..${dayAt(day, length)}`)),
    ...days.slice(7, 12).map((day) => `${day}..${day}`),
  ]
  const by = ["", "group=department:1", "group=department:2", "group=department:Store"]
  let count = 0
  for (const measure of ["sum", "average", "count"]) {
    const targets = ["level:1", "level:2", "level:3"].map((owner) => ({
      ...{ owner, month: "2024-01", value: 100 },
    }))
    const json = { measure, targets }
    await world.askJson(`/api/kpis/${dataSetId}/goal`, "admin", { method: "PUT", json })
    for (const period of periods)
      for (const group of by) {
        count += 1
        const search = `range=${period}&zone=UTC&${group}`.replace(/&$/, "")
        const path = `/api/kpis/${dataSetId}/target-progress?${search}`
        const { status, body } = await world.askJson(path)
        expect({ search, status }).toEqual({ search, status: 200 })
        for (const row of (body as TargetProgress).rows) {
          disclosed.add(row.value, undefined)
          disclosed.add(row.value === null ? null : row.value - row.target, undefined)
        }
      }
  }
  expect(count).toBeGreaterThan(300)
  expect(disclosed.cells).toBeGreaterThan(100)
  expect(disclosed.recovered(secretSums())).toEqual([])
})

test("Every number is the sum of whole groups, which contain all points and at least five people each.", async () => {
  const { rows: formed } = await world.people.pool.query<{
    persons: number
    points: number
    total: number
    at: Date
    end: Date
    labels: string
    label: string | null
  }>(
    `select persons, points, total, since as at, until as end, labels, label from replica.point_band where in_data_set_id = '${dataSetId}'`,
  )
  expect(formed.every(({ persons }) => persons >= minPeople)).toBe(true)
  expect(total(formed.map((group) => group.points))).toBe(points.length)
  expect(total(formed.map((group) => group.total))).toBeCloseTo(
    total(points.map(({ value }) => value)),
    4,
  )
  for (const bucket of ["hour", "day", "week"])
    for (const zone of ["UTC", "Asia/Kolkata", "America/New_York"]) {
      const search = `${base}&bucket=${bucket}&zone=${zone}&group=label`
      const { body } = await world.askJson(`/api/kpis/${dataSetId}/series?${search}`)
      const {
        groups,
        ranges: [range],
      } = body as SeriesAnswer
      range.lines.forEach(({ values, counts, group: at }) => {
        const group = groups[at]
        const label = group && "key" in group ? group.key : null
        const own = formed.filter((group) => group.labels === "one" && group.label === label)
        values.forEach((value, index) => {
          const [from = 0, to = 0] = range.edges.slice(index, index + 2)
          const whole = own.filter(
            ({ at: since, end }) => since.getTime() >= from && end.getTime() <= to,
          )
          expect(counts[index] ?? 0).toBe(total(whole.map((group) => group.points)))
          expect(value ?? 0).toBeCloseTo(total(whole.map((group) => group.total)), 6)
        })
      })
    }
})

test("No two answers about hours of the week disclose the sum of a group of too few people.", async () => {
  const disclosed = new Disclosed()
  await readAll(disclosed, weeklyAttacks(), bunched)
  expect(disclosed.cells).toBeGreaterThan(3000)
  expect(disclosed.recovered(secretSums())).toEqual([])
})

/** The local hours of the week in an interval, computed only with `Intl`. */
function hoursOfWeek(zone: string) {
  const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  })
  return ({ at, end }: { at: Date; end: Date }) => {
    const hours = new Set<number>()
    for (let ms = at.getTime(); ms < end.getTime() && hours.size < 168; ms += 900_000) {
      const [weekday = "", hour = ""] = format.format(ms).split(/, | /)
      hours.add(weekdays.indexOf(weekday) * 24 + Number(hour))
    }
    return hours
  }
}

test("An hour of the week has the groups within it and is marked if other groups may have points there.", async () => {
  const { rows: formed } = await world.people.pool.query<{
    points: number
    total: number
    at: Date
    end: Date
    days: string
  }>(
    `select points, total, since as at, until as end, days from replica.point_band where in_data_set_id = '${bunched}'`,
  )
  const states = new Set<string>()
  for (const zone of ["UTC", "Europe/Copenhagen", "Asia/Kathmandu"]) {
    const search = `${base}&pattern=week&zone=${zone}`
    const { body } = await world.askJson(`/api/kpis/${bunched}/series?${search}`)
    const { pattern } = body as SeriesAnswer
    expect(pattern?.by).toBe("hour")
    const hoursOf = hoursOfWeek(zone)
    const groups = formed.map((group) => {
      const parts = group.days.split(",").map((day) => {
        const start = Math.max(Date.parse(day), group.at.getTime())
        const end = Math.min(Date.parse(day) + dayMs, group.end.getTime())
        return { at: new Date(start), end: new Date(end) }
      })
      return {
        ...group,
        hours: new Set(parts.flatMap((part) => [...hoursOf(part)])),
        all: hoursOf(group),
      }
    })
    for (const [cell, value] of (pattern?.values ?? []).entries()) {
      const touching = groups.filter(({ hours }) => hours.has(cell))
      const whole = touching.filter(({ all }) => all.size === 1)
      const state = whole.length === 0 ? "s" : whole.length < touching.length ? "p" : "v"
      expect(pattern?.counts[cell] ?? 0).toBe(total(whole.map((group) => group.points)))
      expect(value ?? 0).toBeCloseTo(total(whole.map((group) => group.total)), 6)
      expect(pattern?.states[cell]).toBe(touching.length === 0 ? "m" : state)
      states.add(pattern?.states[cell] ?? "")
    }
  }
  expect(states).toEqual(new Set(["p", "s"]))
})

test("Cells of too few people are suppressed in the response and in both files, and differ from empty cells.", async () => {
  const requested = `/api/kpis/${dataSetId}/series?${base}&bucket=day&group=label`
  const { body } = await world.askJson(requested)
  const {
    ranges: [{ lines }],
    leftOut,
    groups,
  } = body as SeriesAnswer
  expect(groups.map((group) => "key" in group && group.key)).toEqual(["Hours", "Sick", "Bonus"])
  const states = lines.map(({ states: own }) => own).join("")
  expect(leftOut.suppressed).toBe([...states].filter((state) => state === "s").length)
  expect(new Set(states)).toEqual(new Set(["p", "s", "m"]))
  const isDisclosed = (row: { Remark: string; Value: unknown }) =>
    row.Remark === "without small groups" || (row.Remark === "no points" && !row.Value)
  const csv: { Remark: string; Value: string; Points: string }[] = parse(
    await (await world.ask(`${requested}&format=csv`)).text(),
    { columns: true, bom: true },
  )
  expect(
    csv
      .filter((row) => !isDisclosed(row))
      .every(
        ({ Remark, Value, Points }) => Remark === "too few people" && Value === "" && Points === "",
      ),
  ).toBe(true)
  const sheet = await readSheet(
    Buffer.from(await (await world.ask(`${requested}&format=xlsx`)).arrayBuffer()),
    "Rows",
  )
  expect(sheet.slice(1).map((cells) => `${cells[4] ?? ""} ${cells[6]}`)).toEqual(
    csv.map(({ Value, Remark }) => `${Value} ${Remark}`),
  )
})

test("Without the administrator role, the list of points, its exports and its filters are refused.", async () => {
  const list = `/api/v1.4/dataSets/${dataSetId}/dataPoints`
  const user = points[0]?.userId
  for (const search of [
    "",
    "?limit=1",
    `?userId=${user}`,
    "?label=Bonus",
    "?sort=-dataValue&limit=1",
    "?dataValue[gt]=1000000",
  ])
    expect(await world.askJson(`${list}${search}`)).toMatchObject({
      status: 403,
      body: { code: "small_groups" },
    })
  const json = {
    operation: "data-points",
    parameters: { dataSetId },
    format: "csv",
    query: "label=Bonus",
  }
  const order = await world.askJson("/api/exports", "analyst", { method: "POST", json })
  expect(order).toMatchObject({ status: 403, body: { code: "small_groups" } })
  for (const search of [
    "dataValue[gt]=7",
    "dataValue=",
    `userId=${user}`,
    "userId[ne]=",
    "group=user",
  ])
    for (const path of ["series", "rows"])
      for (const format of ["", "&format=csv", "&format=xlsx"]) {
        const refused = await world.askJson(
          `/api/kpis/${dataSetId}/${path}?${base}&${search}${format}`,
        )
        expect(refused).toMatchObject({ status: 403, body: { code: "small_groups" } })
      }
})
