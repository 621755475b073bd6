import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type PlainDays, type PlainFigures, plainFigures } from "@/e2e/plain-figures"
import { type Measure, measures, type SeriesAnswer, type SeriesGroup } from "@/lib/catalogue"
import { headlineOf, monthFigures, shownTargets, targetDelta, tileQuery } from "@/lib/client"
import {
  openSeriesWorld,
  type SeriesWorld,
  type TestPoint,
} from "@/lib/server/kpis/testing/open-series-world"
import { buildModel } from "./build-model"
import { rankedRows } from "./ranked-rows"
import { tableRows } from "./table-rows"

const zone = "Europe/Copenhagen"
const dayMs = 86_400_000
const ids = Array.from({ length: 7 }, () => randomUUID())
const [company = "", north = "", south = "", ...stores]: string[] = ids
const regionOf = (store: string) => (stores.indexOf(store) < 2 ? north : south)
const departments = [
  { id: company, name: "Company", parentId: null, type: "Company" },
  ...[north, south].map((id) => ({ id, name: id, parentId: company, type: "Region" })),
  ...stores.map((id) => ({ id, name: id, parentId: regionOf(id) })),
]
const labels = ["Sales", "Returns", null] as const

/** How many days ago the last and the first point are. */
const spans = [
  [0, 1200],
  [1, 1200],
  [7, 1200],
  [1, 200],
  [7, 41],
] as const
const dataSets = spans.map(([daysAgo, since]) => {
  const last = Date.now() - daysAgo * dayMs - 7_200_000
  const points = Array.from(
    { length: (since - daysAgo) * 2 },
    (_, index): TestPoint => ({
      label: labels[index % 3] ?? null,
      departmentId: stores[(index * 7) % 4] ?? null,
      userId: null,
      timeStamp: new Date(last - (index * dayMs) / 2).toISOString(),
      value: index % 11 === 3 ? null : ((index * 7919) % 1009) - 100,
    }),
  )
  return { id: randomUUID(), points }
})

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), departments)
  await world.waitForTree()
  for (const { id, points } of dataSets) {
    await world.loadPoints(id, points)
    await world.sync(id)
  }
})
afterAll(() => world?.stop())

const ask = async (path: string) => {
  const { status, body } = await world.askJson(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return body
}

const monthlyTarget = (store: string) => 1000 * (stores.indexOf(store) + 1)
/** Sets a target of a measure for each store. */
async function setTargets(dataSet: string, measure: Measure) {
  const targets = stores.map((owner) => ({ owner, month: "2000-01", value: monthlyTarget(owner) }))
  const { status } = await world.askJson(`/api/kpis/${dataSet}/goal`, "admin", {
    method: "PUT",
    json: { measure, targets },
  })
  expect(status).toBe(200)
}

const dayFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: zone })
const dayOf = ({ timeStamp }: TestPoint) => dayFormat.format(Date.parse(timeStamp))

const atShare = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((one, other) => one - other)
  const position = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return low + (high - low) * (position % 1)
}
const plainMeasures: Readonly<Record<Measure, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  count: (values) => values.length,
  average: (values) => plainMeasures.sum(values) / values.length,
  minimum: (values) => Math.min(...values),
  maximum: (values) => Math.max(...values),
  median: (values) => atShare(values, 0.5),
  p95: (values) => atShare(values, 0.95),
}

/** A measure of the points on the given days, or null without points. */
function plainValue(measure: Measure, points: readonly TestPoint[], days: PlainDays | undefined) {
  if (!days) return null
  const own = points.filter((point) => dayOf(point) >= days.from && dayOf(point) <= days.to)
  if (measure === "count") return own.length === 0 ? null : own.length
  const values = own.flatMap(({ value }) => (value === null ? [] : [value]))
  return values.length === 0 ? null : plainMeasures[measure](values)
}

/** The combined target of the stores for the given days. */
function plainTarget(measure: Measure, own: readonly string[], { from, to }: PlainDays) {
  const isAdded = measure === "sum" || measure === "count"
  if (!isAdded) return own.length === 1 && own[0] ? monthlyTarget(own[0]) : undefined
  let days = 0
  for (let at = Date.parse(`${from}T12:00Z`); at <= Date.parse(`${to}T12:00Z`); at += dayMs) {
    const date = new Date(at)
    days += 1 / new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  }
  return days * own.reduce((sum, store) => sum + monthlyTarget(store), 0)
}

const groupings = {
  none: { of: () => "all", search: "" },
  label: { of: ({ label }: TestPoint) => `${label}`, search: "&group=label" },
  region: {
    of: ({ departmentId }: TestPoint) => regionOf(`${departmentId}`),
    search: "&group=department:Region",
  },
  store: { of: ({ departmentId }: TestPoint) => `${departmentId}`, search: "&group=department:3" },
} as const
const periods = ["last-month", "this-month", "this-quarter", "this-year", "last-30-days"] as const
const comparisons = ["none", "previous", "year"] as const
const keyOf = (group: SeriesGroup) =>
  group.kind === "all" ? "all" : `${"key" in group && group.key}`

const close = (value: number | null | undefined) =>
  value === null || value === undefined ? value : Number(value.toPrecision(10))

let cases = 0

/** Checks all figures that a page shows of each group on the counted days. */
async function checkCase(
  { id, points }: (typeof dataSets)[number],
  measure: Measure,
  asked: {
    grouping: keyof typeof groupings
    period: string
    compared: (typeof comparisons)[number]
  },
  hasTargets: boolean,
) {
  const { grouping, period, compared } = asked
  const { of, search } = groupings[grouping]
  const range = `range=${period}${compared === "none" ? "" : `&range=${compared}`}`
  const url = `/api/kpis/${id}/series?zone=${zone}&measure=${measure}&bucket=day&top=50&${range}${search}`
  const answer: SeriesAnswer = await ask(url)
  const plain: PlainFigures = plainFigures(points, {
    ...{ period, zone, now: Date.now() },
    compared: compared === "none" ? "previous" : compared,
  })
  const said = { id, measure, ...asked }
  const built = buildModel(answer, [], {
    groupName: keyOf,
    rangeName: () => "",
    target: "Target",
  })
  const table = tableRows(answer, built, shownTargets(answer), Date.now())
  const ranked = rankedRows(answer, keyOf, "en")
  const file = await world.ask(`${url}&format=csv`)
  const lines: Record<string, string>[] = parse(await file.text(), { columns: true, bom: true })
  const column = { none: "", label: "Label", region: "Department", store: "Department" }[grouping]
  for (const key of new Set(points.map(of))) {
    const own = points.filter((point) => of(point) === key)
    const value = plainValue(measure, own, plain.own)
    const members = [...new Set(own.map(({ departmentId }) => `${departmentId}`))]
    const target =
      hasTargets && grouping !== "label" && plain.own
        ? plainTarget(measure, members, plain.own)
        : undefined
    const expected = { value: close(value), target: close(target) }
    const line = answer.groups.findIndex((group) => keyOf(group) === key)
    if (grouping === "none") {
      const { value: headline, deltas } = headlineOf(answer)
      const [shown] = shownTargets(answer)
      const delta = shown && targetDelta(answer, shown)
      const due = value === null ? undefined : expected.target
      expect({ said, value: close(headline), target: close(delta?.target) }).toEqual({
        said,
        value: expected.value,
        target: due,
      })
      if (compared !== "none") {
        const [first, before] = [plain.first, plain.before].map((days) =>
          plainValue(measure, own, days),
        )
        const isKnown = first !== null && before !== null
        expect({ said, first: close(deltas[0]?.value), before: close(deltas[0]?.before) }).toEqual({
          said,
          first: isKnown ? close(first) : undefined,
          before: isKnown ? close(before) : undefined,
        })
      }
      const tile = tileQuery(answer.question)
      expect(tile.measure).toBe(measure)
      if (period === "last-month") {
        const figures = monthFigures(answer)
        expect(close(figures.value)).toEqual(expected.value)
        expect(close(figures.target?.target)).toEqual(due)
      }
    } else if (line >= 0 && plain.own) {
      const row = ranked.find(({ line: at }) => at === line)
      expect({ said, key, value: close(row?.value), target: close(row?.targets[0]?.due) }).toEqual({
        ...{ said, key, value: expected.value },
        target: target === undefined ? (row?.targets.length ? null : undefined) : expected.target,
      })
    } else expect({ said, key, value: expected.value ?? null }).toEqual({ said, key, value: null })
    // The days of the table and of the file add up to the total for additive measures.
    if (measure !== "sum" && measure !== "count") continue
    const rows = table.filter(
      ({ group, isPartial }) => !isPartial && (!group || keyOf(group) === key),
    )
    const inTable = rows.reduce((sum, each) => sum + (each.value ?? 0), 0)
    const ofFile = lines.filter(
      (each) =>
        each["Period"] === "This period" &&
        each["Counted"] === "yes" &&
        (column === "" || nameIn(each[column]) === key),
    )
    const inFile = ofFile.reduce((sum, each) => sum + Number(each["Value"]), 0)
    const inTargets = ofFile.reduce((sum, each) => sum + Number(each["Target"] ?? 0), 0)
    expect({ said, key, table: close(inTable), file: close(inFile) }).toEqual({
      ...{ said, key, table: expected.value ?? 0, file: expected.value ?? 0 },
    })
    if (target !== undefined && ofFile.length > 0) expect(inTargets).toBeCloseTo(target, 3)
  }
  cases += 1
}

/** The group key of a name in the file. */
const nameIn = (text: string | undefined) => (text === "No label" ? "null" : text)

test.each(measures)(
  "%s: headline, tiles, tables and files agree with a plain calculation",
  async (measure) => {
    const asked = (Object.keys(groupings) as (keyof typeof groupings)[]).flatMap((grouping) =>
      periods.flatMap((period) => comparisons.map((compared) => ({ grouping, period, compared }))),
    )
    const other = measures.find((each) => each !== measure) ?? "sum"
    for (const hasTargets of [true, false]) {
      for (const { id } of dataSets) await setTargets(id, hasTargets ? measure : other)
      for (const [at, each] of asked.entries()) {
        const dataSet =
          dataSets[(at + (hasTargets ? 0 : 2) + measures.indexOf(measure)) % spans.length]
        if (dataSet) await checkCase(dataSet, measure, each, hasTargets)
      }
    }
  },
)

test("at least 500 combinations were checked", () => {
  expect(cases).toBeGreaterThanOrEqual(500)
})
