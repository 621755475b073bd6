import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import type { SeriesAnswer } from "../../catalogue"
import { openSeriesWorld, type SeriesWorld, type TestPoint } from "./testing/open-series-world"

const [company, north, south, store1, store2, store3] = Array.from({ length: 6 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string]
const departments = [
  { id: company, name: "Company", parentId: null },
  { id: north, name: "North", parentId: company },
  { id: south, name: "South", parentId: company },
  { id: store1, name: "=Store 1", parentId: north },
  { id: store2, name: "Store 2", parentId: north },
  { id: store3, name: "Store 3", parentId: south },
]
const sales = randomUUID()
const people = randomUUID()
const elsewhere = randomUUID()
const byDay = randomUUID()
const never = randomUUID()

const hourMs = 3_600_000
/** One point an hour around the end of summer time in Copenhagen. */
const points: TestPoint[] = Array.from({ length: 240 }, (_, index) => ({
  label: index % 3 === 0 ? "Sales" : "Visits",
  timeStamp: new Date(Date.parse("2025-10-20T22:00:00Z") + index * hourMs).toISOString(),
  value: index % 7 === 0 ? null : index,
  departmentId: [store1, store2, store3][index % 3] ?? null,
  userId: null,
}))
/**
 * One value a day at midnight UTC, which is 1 a.m. in Copenhagen in winter and 2 a.m. in summer.
 */
const daily: TestPoint[] = Array.from({ length: 60 }, (_, index) => ({
  label: "Day",
  timeStamp: new Date(Date.parse("2025-03-01T00:00:00Z") + 24 * index * hourMs).toISOString(),
  value: index * index,
  departmentId: store1,
  userId: null,
}))
const users = Array.from({ length: 6 }, () => randomUUID())
const personal: TestPoint[] = users.map((userId, index) => ({
  label: "Hours",
  departmentId: store1,
  userId,
  value: index,
  timeStamp: "2025-10-21T09:00:00Z",
}))

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), departments)
  await world.loadPoints(sales, points)
  await world.loadPoints(people, personal)
  await world.loadPoints(byDay, daily)
  const nowhere = randomUUID()
  await world.loadPoints(
    elsewhere,
    points.slice(0, 5).map((point) => ({ ...point, departmentId: nowhere })),
  )
  await world.waitForTree()
  await world.sync(sales)
  await world.sync(elsewhere)
  await world.sync(byDay)
})
afterAll(() => world?.stop())

const range = "range=2025-10-21..2025-10-30&zone=Europe/Copenhagen"
const seriesOf = (id: string, search: string) => `/api/kpis/${id}/series?${search}`
const sumOf = (some: readonly TestPoint[]) => some.reduce((sum, { value }) => sum + (value ?? 0), 0)

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const copenhagen = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Copenhagen",
  weekday: "short",
  hour: "2-digit",
  hourCycle: "h23",
})
/** The local weekday (0 is Monday) and hour in Copenhagen. */
function clocksAt(timeStamp: string) {
  const [weekday = "", hour = ""] = copenhagen.format(Date.parse(timeStamp)).split(/, | /)
  return { weekday: weekdays.indexOf(weekday), hour: Number(hour) }
}

test("Each weekday and hour is the average of its points in local time, even if an hour occurs twice.", async () => {
  const search = `${range}&measure=average&pattern=week`
  const { body } = await world.askJson(seriesOf(sales, search))
  const { pattern, question, ranges } = body as SeriesAnswer
  expect(question.pattern).toBe("week")
  expect(pattern?.by).toBe("hour")
  expect(ranges[0].lines[0]?.values).toHaveLength(10)
  for (let cell = 0; cell < 168; cell += 1) {
    const own = points.filter(({ timeStamp }) => {
      const { weekday, hour } = clocksAt(timeStamp)
      return weekday * 24 + hour === cell
    })
    const values = own.flatMap(({ value }) => value ?? [])
    expect(pattern?.counts[cell]).toBe(own.length)
    expect(pattern?.states[cell]).toBe(values.length > 0 ? "v" : own.length > 0 ? "e" : "m")
    const average = values.reduce((sum, value) => sum + value, 0) / values.length
    if (values.length > 0) expect(pattern?.values[cell]).toBeCloseTo(average, 9)
  }
  const sundayAtTwo = 6 * 24 + 2
  expect(pattern?.counts[sundayAtTwo]).toBe(2)
  const plain = await world.askJson(seriesOf(sales, `${range}&measure=average`))
  const { pattern: _, question: __, ...others } = body
  const { question: ___, ...before } = plain.body
  expect(others).toEqual(before)
  expect("pattern" in plain.body || "pattern" in plain.body.question).toBe(false)
})

test("Values at one time of day are grouped only by weekday, even if summer time shifts their hour.", async () => {
  const zone = "zone=Europe/Copenhagen&range=2025-03-01..2025-04-29"
  const { body } = await world.askJson(seriesOf(byDay, `${zone}&pattern=week&measure=median`))
  const { pattern } = body as SeriesAnswer
  expect(pattern?.by).toBe("weekday")
  expect(new Set(daily.map(({ timeStamp }) => clocksAt(timeStamp).hour)).size).toBe(2)
  for (const weekday of weekdays.keys()) {
    const own = daily
      .filter(({ timeStamp }) => clocksAt(timeStamp).weekday === weekday)
      .map(({ value }) => value ?? 0)
      .toSorted((one, other) => one - other)
    const [low = 0, high = 0] = [
      own[Math.floor((own.length - 1) / 2)],
      own[Math.ceil((own.length - 1) / 2)],
    ]
    expect(pattern?.values[weekday]).toBeCloseTo((low + high) / 2, 9)
    expect(pattern?.counts[weekday]).toBe(own.length)
  }
})

test("A file of a weekly pattern has a row for each weekday and hour, with the response's numbers.", async () => {
  const search = `${range}&pattern=week`
  const { body } = await world.askJson(seriesOf(sales, search))
  const { pattern } = body as SeriesAnswer
  const file = await world.ask(seriesOf(sales, `${search}&format=csv`))
  const rows: Record<string, string>[] = parse(await file.text(), { columns: true, bom: true })
  expect(rows).toHaveLength(168)
  expect(rows.map(({ Weekday, Hour }) => `${Weekday} ${Hour}`).slice(23, 25)).toEqual([
    "Monday 23",
    "Tuesday 0",
  ])
  const rounded = pattern?.values.map((value) => value && Number(value.toPrecision(12)))
  expect(rows.map(({ Value }) => (Value === "" ? null : Number(Value)))).toEqual(rounded)
  expect(rows.map(({ Points }) => Number(Points))).toEqual(pattern?.counts)
  const book = await world.ask(seriesOf(sales, `${search}&format=xlsx`))
  const sheet = await readSheet(Buffer.from(await book.arrayBuffer()), "Rows")
  expect(sheet.slice(1).map((cells) => cells[3])).toEqual(rounded)
  const days = await world.ask(seriesOf(byDay, "range=all&pattern=week&format=csv"))
  const weekly: Record<string, string>[] = parse(await days.text(), { columns: true, bom: true })
  expect(weekly.map(({ Weekday, Hour }) => `${Weekday?.slice(0, 2)}${Hour}`).join()).toBe(
    "Mo,Tu,We,Th,Fr,Sa,Su",
  )
})

test("An unknown pattern, or one over too many days, is refused.", async () => {
  for (const search of ["pattern=month", "pattern=week&range=1900-01-01..1999-12-31&bucket=year"])
    expect(await world.askJson(seriesOf(sales, search))).toMatchObject({
      status: 400,
      body: { code: "invalid_query", errors: [{ parameter: "pattern" }] },
    })
})

test("A day of 25 hours is one bucket, and its value equals the platform's points.", async () => {
  const { status, body } = await world.askJson(seriesOf(sales, range))
  expect(status).toBe(200)
  const [{ edges, lines }] = body.ranges
  const day = edges.findIndex((edge: number) => edge === Date.parse("2025-10-25T22:00:00Z"))
  expect(edges[day + 1] - edges[day]).toBe(25 * hourMs)
  const within = points.filter(
    ({ timeStamp }) =>
      Date.parse(timeStamp) >= edges[day] && Date.parse(timeStamp) < edges[day + 1],
  )
  expect(lines[0].values[day]).toBe(sumOf(within))
  expect(lines[0].counts[day]).toBe(25)
  expect(body).toMatchObject({
    groups: [{ kind: "all" }],
    completeness: { state: "complete", gaps: [] },
    leftOut: {
      suppressed: 0,
      unplaced: 0,
      withoutValue: points.filter(({ value }) => value === null).length,
    },
  })
  expect(body).not.toHaveProperty("least")
})

test("A request for several data sets returns the answer of each, or the code of its refusal.", async () => {
  const question = `${range}&bucket=month&group=user`
  const ids = [sales, people, never]
  const { status, body } = await world.askJson(
    `/api/kpis/series?dataSets=${ids.join()}&${question}`,
  )
  expect(status).toBe(200)
  const alone = await world.askJson(seriesOf(sales, question))
  expect(body.series[0]).toEqual({ dataSetId: sales, answer: alone.body })
  const refused = await world.askJson(seriesOf(people, question))
  expect(body.series[1]).toEqual({ dataSetId: people, code: refused.body.code })
  expect(refused.body.code).toBe("small_groups")
  expect(body.series[2].answer.completeness.state).toBe("none")
  const faulty = [
    "",
    "x",
    `${sales},${sales}`,
    Array.from({ length: 51 }, () => randomUUID()).join(),
  ]
  for (const given of faulty) {
    const answer = await world.askJson(`/api/kpis/series?dataSets=${given}`)
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_query" } })
  }
})

test("Departments are grouped at a level of the platform's tree, largest first.", async () => {
  const { body } = await world.askJson(seriesOf(sales, `${range}&group=department:2&bucket=month`))
  expect(body.groups).toEqual([
    { kind: "department", key: north },
    { kind: "department", key: south },
  ])
  const inNorth = points.filter(({ departmentId }) => departmentId !== store3)
  expect(body.ranges[0].lines[0].values).toEqual([sumOf(inNorth)])
  const { body: within } = await world.askJson(
    seriesOf(sales, `${range}&within=${north}&bucket=month`),
  )
  expect(within.ranges[0].lines[0].counts).toEqual([160])
})

test("The number of rows behind a cell equals its points, over all pages and in files.", async () => {
  const requested = `${range}&group=label&bucket=month&top=1`
  const { body: answer } = await world.askJson(seriesOf(sales, requested))
  const [{ edges, lines }] = answer.ranges
  const cell = { from: new Date(edges[0]).toISOString(), to: new Date(edges.at(-1)).toISOString() }
  const rowsOf = async (group: string) => {
    const found: TestPoint[] = []
    let after = ""
    do {
      const search = new URLSearchParams({
        "cell.from": cell.from,
        "cell.to": cell.to,
        "cell.group": group,
        ...(after && { after }),
      })
      const { body } = await world.askJson(`/api/kpis/${sales}/rows?${requested}&${search}`)
      expect(body.count).toBe(group === "other" ? 80 : 160)
      found.push(...body.rows)
      after = body.after ?? ""
    } while (after)
    return found
  }
  expect(answer.groups).toEqual([
    { kind: "label", key: "Visits" },
    { kind: "other", members: 1 },
  ])
  expect(lines.map(({ counts }: { counts: number[] }) => counts)).toEqual([[160], [80]])
  const visits = await rowsOf("key:Visits")
  expect(sumOf(visits)).toBe(lines[0].values[0])
  expect(visits.every(({ label }) => label === "Visits")).toBe(true)
  expect(sumOf(await rowsOf("other"))).toBe(lines[1].values[0])
  const file = await world.ask(`/api/kpis/${sales}/rows?${requested}&format=csv`)
  expect(parse(await file.text(), { columns: true, bom: true })).toHaveLength(240)
})

test("A file has one row for each cell, and formulas in names are escaped.", async () => {
  const requested = seriesOf(sales, `${range}&group=department&bucket=month`)
  const { body } = await world.askJson(requested)
  const csv = await world.ask(`${requested}&format=csv`)
  expect(csv.headers.get("content-type")).toContain("text/csv")
  const rows: Record<string, string>[] = parse(await csv.text(), { columns: true, bom: true })
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...["Period", "From", "To", "Department", "Value", "Points", "Remark", "Whole", "Counted"],
  ])
  expect(rows.map(({ Department }) => Department).toSorted()).toEqual([
    "'=Store 1",
    "Store 2",
    "Store 3",
  ])
  const values = body.ranges[0].lines.map(({ values: own }: { values: number[] }) =>
    Number(own[0]?.toPrecision(12)),
  )
  expect(rows.map(({ Value }) => Number(Value))).toEqual(values)
  const xlsx = Buffer.from(await (await world.ask(`${requested}&format=xlsx`)).arrayBuffer())
  const [head, ...cells] = await readSheet(xlsx, "Rows")
  expect(head).toEqual(Object.keys(rows[0] ?? {}))
  expect(cells).toHaveLength(3)
  // Days of the zone's calendar, not the instants at which they start.
  expect(cells[0]?.slice(1, 3)).toEqual(["2025-10-21", "2025-10-30"])
  expect(Object.fromEntries(await readSheet(xlsx, "About"))).toMatchObject({
    measure: "sum",
    copy: "complete",
  })
})

test("If no department is in the tree, all points are in the group of others, and so are their rows.", async () => {
  const requested = `${range}&group=department:1&bucket=month`
  const { body } = await world.askJson(seriesOf(elsewhere, requested))
  expect(body).toMatchObject({ groups: [{ kind: "other", members: 1 }], leftOut: { unplaced: 1 } })
  expect(body.ranges[0].lines[0].counts).toEqual([5])
  const cell = "cell.from=2025-10-20T22:00:00Z&cell.to=2025-10-30T23:00:00Z&cell.group=other"
  const rows = await world.askJson(`/api/kpis/${elsewhere}/rows?${requested}&${cell}`)
  expect(rows).toMatchObject({ status: 200, body: { count: 5 } })
  expect(sumOf(rows.body.rows)).toBe(body.ranges[0].lines[0].values[0])
})

test.each(["none", "label", "department:1", "user"])(
  "A data set without a copy is unsynced in every bucket, also when grouped by %s.",
  async (group) => {
    const { body } = await world.askJson(seriesOf(never, `${range}&group=${group}`))
    expect(body).toMatchObject({ groups: [{ kind: "all" }], completeness: { state: "none" } })
    expect(body.ranges[0].lines).toHaveLength(1)
    expect(body.ranges[0].lines[0].states).toBe("u".repeat(10))
  },
)

test("If a copy has no point of any group, one line for all groups has the state of each bucket.", async () => {
  const linesOf = async (days: string) => {
    const search = `${days}&range=previous&group=label&label=Nobody`
    const { body } = await world.askJson(seriesOf(sales, search))
    expect(body.groups).toEqual([{ kind: "all" }])
    return body.ranges.map(({ lines }: SeriesAnswer["ranges"][0]) => lines)
  }
  const none = { group: 0, values: [null, null, null] }
  const missing = [{ ...none, counts: [0, 0, 0], states: "mmm" }]
  expect(await linesOf("range=2025-10-27..2025-10-29")).toEqual([missing, missing])
  const before = [{ ...none, counts: [null, null, null], states: "bbb" }]
  expect(await linesOf("range=1990-01-01..1990-01-03")).toEqual([before, before])
})

test("A range of all days consists of whole buckets, and a bucket in which the data start is partial.", async () => {
  const { body } = await world.askJson(
    seriesOf(sales, "range=all&bucket=month&zone=Europe/Copenhagen"),
  )
  expect(body.ranges[0]).toMatchObject({ from: "2025-10-01", to: "2025-10-31", partial: [0] })
  expect(body.ranges[0].lines[0]).toMatchObject({ values: [sumOf(points)], counts: [240] })
  const days = await world.askJson(seriesOf(sales, "range=all&zone=Europe/Copenhagen"))
  expect(days.body).toMatchObject({
    dataStart: { day: "2025-10-21", from: Date.parse("2025-10-20T22:00:00Z") },
    dataEnd: { cutoff: "2025-10-30" },
    ranges: [{ from: "2025-10-21", to: "2025-10-30", partial: [] }],
  })
})

test.each([
  ["measure=mean", "measure"],
  ["range=all&range=all", "range"],
  ["bucket=hour&range=1990-01-01..2026-01-01", "bucket"],
  ["format=pdf", "format"],
  ["colour=red", "colour"],
])("The query %s is refused for its parameter %s.", async (search, parameter) => {
  const { status, body } = await world.askJson(seriesOf(sales, search))
  expect(status).toBe(400)
  expect(body.errors[0].parameter).toBe(parameter)
})

test.each([
  ["cell.from=2025-10-21T00:00:00Z", "cell.from"],
  ["cell.from=x&cell.to=y", "cell.from"],
  ["cell.from=2025-10-21T00:00:00Z&cell.to=2025-10-22T00:00:00Z&cell.group=other", "cell.group"],
  ["after=bm90aGluZw", "after"],
])("A request for rows with %s is refused for %s.", async (search, parameter) => {
  const { status, body } = await world.askJson(`/api/kpis/${sales}/rows?${search}`)
  expect(status).toBe(400)
  expect(body.errors[0].parameter).toBe(parameter)
})

test("Reading KPIs requires kpis:read, and only administrators change the smallest group size.", async () => {
  for (const path of [seriesOf(sales, range), `/api/kpis/${sales}/rows`, "/api/kpis/settings"]) {
    expect((await world.ask(path, "nobody")).status).toBe(401)
    for (const who of ["hr", "stranger"] as const) {
      const { status, body } = await world.askJson(path, who)
      expect({ status, permission: body.permission }).toEqual({
        status: 403,
        permission: "kpis:read",
      })
    }
  }
  const put = (who: "analyst" | "admin", minPeople: number) =>
    world.askJson("/api/kpis/settings", who, { method: "PUT", json: { least: minPeople } })
  expect(await put("analyst", 1)).toMatchObject({ status: 403 })
  expect(await put("admin", 0)).toMatchObject({ status: 400 })
  expect(await put("admin", 7)).toMatchObject({ status: 200, body: { least: 7, usual: 5 } })
  expect((await world.askJson("/api/kpis/settings")).body.least).toBe(7)
  await put("admin", 5)
})

test("Only administrators read single points of persons, even before the data set is known to be personal.", async () => {
  const list = `/api/v1.4/dataSets/${people}/dataPoints`
  for (const path of [list, `${list}?limit=1`, `${list}?userId=`])
    expect(await world.askJson(path)).toMatchObject({ status: 403, body: { code: "small_groups" } })
  const { status, body } = await world.askJson(list, "admin")
  expect({ status, count: body.count }).toEqual({ status: 200, count: 6 })
  const json = { operation: "data-points", parameters: { dataSetId: people }, format: "csv" }
  const order = (who: "analyst" | "admin") =>
    world.askJson("/api/exports", who, { method: "POST", json })
  expect(await order("analyst")).toMatchObject({ status: 403, body: { code: "small_groups" } })
  expect((await order("admin")).status).toBe(200)
})

test("A personal data set discloses nothing before its copy is complete, and then only groups of people.", async () => {
  const requested = seriesOf(people, `${range}&group=label`)
  for (const search of [seriesOf(people, range), requested])
    expect((await world.askJson(search)).body.ranges[0].lines[0].states).toBe("u".repeat(10))
  await world.sync(people)
  const { body } = await world.askJson(requested)
  expect(body).toMatchObject({ least: 5, groups: [{ kind: "label", key: "Hours" }] })
  expect(body.ranges[0].lines[0].counts[0]).toBe(6)
  expect(body.ranges[0].lines[0].values[0]).toBe(15)
  for (const search of ["group=user", "dataValue[gt]=3", `userId=${users[0]}`]) {
    for (const path of ["series", "rows"]) {
      const refused = await world.askJson(`/api/kpis/${people}/${path}?${range}&${search}`)
      expect(refused).toMatchObject({ status: 403, body: { code: "small_groups" } })
    }
  }
  const { body: drilled } = await world.askJson(`/api/kpis/${people}/rows?${range}`)
  expect(drilled.count).toBe(6)
  for (const row of drilled.rows)
    expect(row).toMatchObject({ value: 2.5, userId: null, timeStamp: null, departmentId: store1 })
})

test("Figures of a personal data set include new points once enough people have some, and follow the setting.", async () => {
  const setMinPeople = (minPeople: number) =>
    world.askJson("/api/kpis/settings", "admin", { method: "PUT", json: { least: minPeople } })
  const requested = seriesOf(people, range)
  const countOf = async () => (await world.askJson(requested)).body.ranges[0].lines[0].counts[0]
  const add = async (count: number, minute: number) => {
    const timeStamp = `2025-10-21T09:${minute}:00Z`
    await world.loadPoints(
      people,
      personal.slice(0, count).map((point) => ({ ...point, timeStamp })),
    )
    await world.sync(people, "recheck")
  }
  expect(await countOf()).toBe(6)
  await add(1, 10)
  expect(await countOf()).toBe(6)
  await add(5, 20)
  expect(await countOf()).toBe(12)
  await setMinPeople(7)
  expect((await world.askJson(requested)).body).toMatchObject({ least: 7 })
  expect(await countOf()).toBe(null)
  await setMinPeople(1)
  const { body } = await world.askJson(seriesOf(people, `${range}&group=user`))
  expect(body.groups).toHaveLength(6)
  await setMinPeople(5)
  expect((await world.askJson(requested)).body).toMatchObject({ least: 7 })
  expect(await countOf()).toBe(null)
  await add(5, 30)
  expect(await countOf()).toBe(17)
})
