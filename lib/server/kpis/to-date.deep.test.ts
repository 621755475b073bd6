import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type PlainFigures, plainFigures } from "@/e2e/plain-figures"
import { rounds } from "@/scripts/testing/rounds"
import { type DaysFigure, dayAt, presets, type SeriesAnswer, startOfDay } from "../../catalogue"
import { openSeriesWorld, type SeriesWorld, type TestPoint } from "./testing/open-series-world"

const zone = "Europe/Copenhagen"
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How many days ago the last and the first point of each data set are. */
const spans: readonly [daysAgo: number, since: number][] = [
  [0, 1460],
  [1, 1460],
  [7, 1460],
  [1, 700],
  [0, 200],
  [7, 41],
  [1, 10],
  [0, 0.5],
]
const labels = ["Sales", "Returns", "Gifts", null, "Sales"]
const dataSets = new Map(
  spans.map((span) => [span.join(), { id: randomUUID(), points: pointsBetween(...span) }]),
)
const dataSetOf = (span: readonly number[] = [7, 1460]) => {
  const found = dataSets.get(span.join())
  if (!found) throw new Error("There is no such data set.")
  return found
}

/** A point every seven hours, each with another value and some without one. */
function pointsBetween(daysAgo: number, since: number): TestPoint[] {
  const last = Date.now() - daysAgo * dayMs - 2 * hourMs
  return Array.from({ length: Math.ceil(((since - daysAgo) * 24) / 7) }, (_, index) => ({
    label: labels[index % labels.length] ?? null,
    departmentId: null,
    userId: null,
    timeStamp: new Date(last - index * 7 * hourMs).toISOString(),
    value: index % 11 === 3 ? null : (index * 7919) % 1009,
  }))
}

const people = randomUUID()
const users = Array.from({ length: 6 }, () => randomUUID())

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), [])
  for (const { id, points } of dataSets.values()) {
    await world.loadPoints(id, points)
    await world.sync(id)
  }
  const days = Array.from({ length: 40 }, (_, index) => index + 3)
  await world.loadPoints(
    people,
    days.flatMap((day) =>
      users.map((userId, index) => ({
        label: "Hours",
        departmentId: null,
        userId,
        value: index + day,
        timeStamp: new Date(Date.now() - day * dayMs).toISOString(),
      })),
    ),
  )
  await world.sync(people)
})
afterAll(() => world?.stop())

const ask = async (id: string, search: string): Promise<SeriesAnswer> => {
  const { status, body } = await world.askJson(`/api/kpis/${id}/series?zone=${zone}&${search}`)
  expect({ search, status }).toEqual({ search, status: 200 })
  return body
}

const disclosed = (figure: DaysFigure | undefined) =>
  figure && { from: figure.from, to: figure.to, sum: figure.value, points: figure.count }

/** As in a response, where the sum of no points is null, not zero. */
function asDisclosed({ own, first, before }: PlainFigures) {
  const daysOf = (days: PlainFigures["own"]) =>
    days && { ...days, sum: days.points === 0 ? null : days.sum }
  return { own: daysOf(own), first: daysOf(first), before: daysOf(before) }
}

const comparisons = (["previous", "year"] as const).flatMap((compared) =>
  (["day", "month"] as const).map((by) => ({ compared, by })),
)
/** How many comparisons are tested for each period, in rotation. */
const comparisonsEach = rounds({ test: 1, deep: comparisons.length })

test.each(spans)(
  "With data ending %d and starting %d days ago, each period matches a plain computation over the same days.",
  async (...span) => {
    const { id, points } = dataSetOf(span)
    const shift = spans.findIndex((each) => each.join() === span.join())
    for (const [at, period] of presets.entries())
      for (const [round, { compared, by }] of comparisons.entries()) {
        if ((at + round + shift) % comparisons.length >= comparisonsEach) continue
        const plain = (now: number) =>
          asDisclosed(plainFigures(points, { period, compared, zone, now }))
        const earlier = plain(Date.now())
        const { ranges } = await ask(id, `bucket=${by}&range=${period}&range=${compared}`)
        const [{ toDate: own }, other] = ranges
        const answer = {
          own: disclosed(own),
          first: disclosed(other?.toDate?.first),
          before: disclosed(other?.toDate),
        }
        // The hour may have ended in between.
        const possible = [earlier, plain(Date.now())]
        expect({ period, compared, by, possible }).toMatchObject({
          possible: expect.arrayContaining([answer]),
        })
      }
  },
)

test.each(spans)(
  "With data ending %d and starting %d days ago, a file marks the counted rows, which add up to the figure.",
  async (...span) => {
    const { id } = dataSetOf(span)
    for (const period of presets.filter((each) => each !== "today"))
      for (const group of ["none", "label"]) {
        const search = `zone=${zone}&group=${group}&range=${period}&range=year`
        const file = await world.ask(`/api/kpis/${id}/series?${search}&format=csv`)
        const rows: Record<string, string>[] = parse(await file.text(), {
          columns: true,
          bom: true,
        })
        expect(Object.keys(rows[0] ?? {}).at(-1)).toBe("Counted")
        const sumOf = (range: string) =>
          rows
            .filter((row) => row["Period"] === range && row["Counted"] === "yes")
            .reduce((sum, row) => sum + Number(row["Value"]), 0)
        const { ranges } = await ask(id, `range=${period}&range=year`)
        const [own, other] = ranges.map(({ toDate }) => toDate?.value ?? 0)
        expect({ period, group, sums: [sumOf("This period"), sumOf("Last year")] }).toEqual({
          period,
          group,
          sums: [own, other],
        })
      }
  },
)

test("A workbook has the start and end of the data and the figures of the counted days.", async () => {
  const { id } = dataSetOf()
  const search = `zone=${zone}&range=last-30-days&range=year`
  const answer = await ask(id, "range=last-30-days&range=year")
  const file = await world.ask(`/api/kpis/${id}/series?${search}&format=xlsx`)
  const sheet = await readSheet(Buffer.from(await file.arrayBuffer()), "About")
  const [{ counted, toDate }, other] = answer.ranges
  expect(Object.fromEntries(sheet)).toMatchObject({
    dataFrom: answer.dataStart.day,
    dataUntil: answer.dataEnd.cutoff,
    "last-30-days counted": `${counted?.from}..${counted?.to}`,
    "last-30-days toDate": toDate?.value,
    "year toDate": other?.toDate?.value,
  })
})

test("An average to date is the average of the points, not of the buckets.", async () => {
  const { id, points } = dataSetOf()
  const { ranges } = await ask(id, "measure=average&bucket=week&range=last-90-days")
  const { toDate } = ranges[0]
  const [from = 0, to = 0] = toDate?.edges ?? []
  const values = points.flatMap(({ timeStamp, value }) => {
    const at = Date.parse(timeStamp)
    return value !== null && at >= from && at < to ? [value] : []
  })
  const sum = values.reduce((all, value) => all + value, 0)
  expect(toDate?.value).toBeCloseTo(sum / values.length, 9)
})

test("Buckets after the end of the data are partial and have no count.", async () => {
  const { id } = dataSetOf()
  const answer = await ask(id, "range=last-30-days&range=year")
  const [{ edges, partial, lines }] = answer.ranges
  const until = answer.dataEnd.until ?? 0
  expect(answer.dataEnd.isBehind).toBe(true)
  const after = edges.slice(0, -1).flatMap((edge, index) => (edge >= until ? [index] : []))
  expect(after.length).toBeGreaterThanOrEqual(7)
  expect(partial).toEqual(after)
  const cells = after.map((index) => [lines[0]?.states[index], lines[0]?.counts[index]])
  expect(cells).toEqual(after.map(() => ["a", null]))
})

test("Buckets before the first point have no count, and the bucket in which the data start is partial.", async () => {
  const { id, points } = dataSetOf([1, 700])
  const answer = await ask(id, "range=last-12-months&range=year&bucket=month")
  const first = Math.min(...points.map(({ timeStamp }) => Date.parse(timeStamp)))
  const day = dayAt(first, zone)
  expect(answer.dataStart).toEqual({ day, from: Date.parse(startOfDay(day, zone)) })
  const [{ partial: whole }, other] = answer.ranges
  expect(whole).toEqual([])
  const [line, edges] = [other?.lines[0], other?.edges ?? []]
  const begun = edges.findLastIndex((edge) => edge <= first)
  expect(begun).toBeGreaterThan(0)
  expect(line?.states).toBe("b".repeat(begun) + "v".repeat(12 - begun))
  expect(line?.counts.slice(0, begun)).toEqual(Array(begun).fill(null))
  expect(other?.partial).toEqual(Array.from({ length: begun + 1 }, (_, index) => index))
  const csv = await world.ask(
    `/api/kpis/${id}/series?zone=${zone}&bucket=month&range=last-12-months&range=year&format=csv`,
  )
  const rows: Record<string, string>[] = parse(await csv.text(), { columns: true, bom: true })
  const before = rows.filter(({ Remark }) => Remark === "before the first data")
  expect(before.map(({ Period }) => Period)).toEqual(Array(begun).fill("Last year"))
  for (const row of before)
    expect(row).toMatchObject({ Value: "", Points: "", Whole: "no", Counted: "no" })
})

test("A range entirely before the first point is not compared and discloses nothing.", async () => {
  const { id } = dataSetOf([0, 200])
  const early = await ask(id, "range=last-90-days&range=2020-01-01..2020-03-31")
  expect(early.ranges[0]).toHaveProperty("toDate")
  expect(early.ranges[1]).not.toHaveProperty("toDate")
  expect(early.ranges[1]).not.toHaveProperty("counted")
  const { ranges } = await ask(id, "range=2020-01-01..2020-03-31&range=year&group=label")
  for (const range of ranges) {
    expect(range).not.toHaveProperty("counted")
    expect(range.lines).toMatchObject([{ states: "b".repeat(range.edges.length - 1) }])
  }
})

test("By hour, the data start with the hour of the first point.", async () => {
  const { id, points } = dataSetOf([1, 10])
  const first = Math.min(...points.map(({ timeStamp }) => Date.parse(timeStamp)))
  const answer = await ask(id, "range=all&bucket=hour")
  expect(answer.dataStart.from).toBe(Math.floor(first / hourMs) * hourMs)
  const [{ edges, lines, counted }] = answer.ranges
  const hour = edges.indexOf(answer.dataStart.from ?? 0)
  expect(lines[0]?.states.slice(0, hour + 1)).toBe(`${"b".repeat(hour)}v`)
  expect(counted?.edges[0]).toBe(answer.dataStart.from)
})

test.each(spans)(
  "With data ending %d and starting %d days ago, each group matches a plain computation, largest first.",
  async (...span) => {
    const { id, points } = dataSetOf(span)
    for (const period of presets.filter((each) => each !== "today"))
      for (const compared of ["previous", "year"] as const) {
        const search = `group=label&top=2&range=${period}&range=${compared}`
        const { groups, ranges } = await ask(id, search)
        const keyOf = (at: number) => {
          const group = groups[at]
          return group && "key" in group ? group.key : undefined
        }
        const named = groups.flatMap((_, at) => (keyOf(at) === undefined ? [] : [keyOf(at)]))
        // Points without a value have no sum.
        const sumOf = (figure: DaysFigure | undefined) => {
          const told = disclosed(figure)
          return told && { ...told, sum: told.sum ?? 0 }
        }
        const told = groups.map((_, at) => {
          const other = ranges[1]?.groupsToDate?.[at]
          return {
            own: sumOf(ranges[0].groupsToDate?.[at]),
            first: sumOf(other?.first),
            before: sumOf(other),
          }
        })
        const plain = groups.map((_, at) => {
          const key = keyOf(at)
          const query = { period, compared, zone, now: Date.now() }
          return plainFigures(points, query, ({ label = null }) =>
            key === undefined ? !named.includes(label) : label === key,
          )
        })
        expect({ search, told }).toEqual({ search, told: plain })
        const sums = groups.flatMap((_, at) =>
          keyOf(at) === undefined
            ? []
            : [ranges[0].groupsToDate?.[at]?.value ?? Number.NEGATIVE_INFINITY],
        )
        expect(sums).toEqual(sums.toSorted((one, other) => other - one))
      }
  },
)

test("A data set that is not copied, or that is grouped, has no total to date.", async () => {
  const { id } = dataSetOf()
  const grouped = await ask(id, "group=label")
  expect(grouped.ranges[0]).not.toHaveProperty("toDate")
  expect(grouped.dataEnd.isBehind).toBe(true)
  const never = await ask(randomUUID(), "range=last-30-days")
  expect(never.ranges[0]).not.toHaveProperty("toDate")
  expect(never.dataEnd).toEqual({ cutoff: null, until: null, isBehind: false })
  expect(never.dataStart).toEqual({ day: null, from: null })
})

const setMinPeople = (minPeople: number) =>
  world.askJson("/api/kpis/settings", "admin", { method: "PUT", json: { least: minPeople } })

test("For personal data, the figure to date equals that of the same days as one bucket.", async () => {
  for (const measure of ["sum", "average", "median", "maximum"]) {
    const { ranges } = await ask(people, `measure=${measure}&range=last-30-days`)
    const { from, to, value, count, state } = ranges[0].toDate ?? {}
    const one = await ask(people, `measure=${measure}&range=${from}..${to}&bucket=year`)
    const [line] = one.ranges[0].lines
    expect({ value, count }).toEqual({ value: expect.any(Number), count: expect.any(Number) })
    if (one.ranges[0].edges.length > 2) continue
    expect([value, count, state]).toEqual([line?.values[0], line?.counts[0], line?.states])
  }
})

test("For too few people, the figure to date and the start and end of the data are not disclosed.", async () => {
  await setMinPeople(7)
  const { ranges, dataStart, dataEnd } = await ask(people, "range=last-30-days")
  expect(ranges[0]).not.toHaveProperty("toDate")
  expect(ranges[0].lines[0]?.states).toBe("s".repeat(30))
  expect([dataStart.day, dataEnd.cutoff]).toEqual([null, null])
  await setMinPeople(5)
})
