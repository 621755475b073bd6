import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  bucketSizes,
  catalogue,
  drillSummary,
  type Filter,
  isFollow,
  type ListOperation,
  measuresOf,
  operatorsOf,
  parseListQuery,
  parseSearch,
  parseSummaryQuery,
  printSummaryQuery,
  recordType,
  type SummaryGroup,
  type SummaryKey,
  type SummaryMeasure,
  type SummaryQuery,
  type SummaryRow,
  summaryProperties,
  wholeLists,
} from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { type ModelRecord, neededAbove } from "../testing/model"
import { openTestStore } from "../testing/open-test-store"
import { type PlainSummary, plainKey, plainSummary } from "./testing/plain-summary"
import { createChooser, type Random, randomRows } from "./testing/random-rows"

const rowCount = rounds({ test: 500, deep: 20_000 })
/** The number of summaries per list. */
const summariesEach = rounds({ test: 4, deep: 48 })
const drillsEach = rounds({ test: 2, deep: 25 })
const seed = Number(process.env["SUMMARY_SEED"] ?? Date.now() % 1_000_000)

const listIds = [
  "course-participations",
  "question-participations",
  "stage-reviews",
  "content-views",
  "content-posts",
  "departments",
  "data-points",
]
const zones = ["UTC", "Europe/Copenhagen", "America/New_York", "Asia/Kolkata"] as const

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore({ isCopy: true })
})
afterAll(() => testStore.close())

const listOf = (id: string): ListOperation => {
  const found = wholeLists(catalogue).find(({ wholeOf }) => wholeOf === id)
  if (!found) throw new Error(`There is no whole list of ${id}.`)
  return found
}

type Properties = ReturnType<typeof summaryProperties>
const pickProperty = (random: Random, from: Properties) => {
  const found = from[random.below(from.length)]
  if (!found) throw new Error("The list has no such property.")
  return found
}

const isTimeType = (type: string) => type.startsWith("datetime")

function randomGroup(random: Random, operation: ListOperation): SummaryGroup {
  const [property, { type }] = pickProperty(random, summaryProperties(operation))
  return isTimeType(type) ? { property, bucket: random.pick(bucketSizes) } : { property }
}

/** A filter by a value that some row has, or by null. */
function randomFilter(
  random: Random,
  operation: ListOperation,
  records: readonly ModelRecord[],
): Filter {
  const [name, property] = pickProperty(random, summaryProperties(operation))
  const record = records[random.below(records.length)]
  const stored = record?.values[property.field ?? name] ?? null
  const value = isTimeType(property.type) && stored !== null ? utcText(`${stored}`) : stored
  if (value === null || value === "" || random.isOf(0.1))
    return { property: name, operator: random.pick(["eq", "ne"]), value: null }
  const [first = "eq", ...others] = operatorsOf(property)
  return {
    property: name,
    operator: random.pick([first, ...others]),
    value: value as string | number | boolean,
  }
}

const utcText = (text: string) => {
  const plain = text.replace(/(?:Z|\+00:00)$/, "")
  return `${plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain}Z`
}

function randomMeasure(
  random: Random,
  operation: ListOperation,
  records: readonly ModelRecord[],
): SummaryMeasure {
  if (random.isOf(0.2)) return { name: "count" }
  if (random.isOf(0.3))
    return { name: "share", condition: randomFilter(random, operation, records) }
  const all = summaryProperties(operation)
  const measured = all.filter(([, property]) => measuresOf(property).length > 1)
  const [property, of] = pickProperty(
    random,
    random.isOf(0.7) && measured.length > 0 ? measured : all,
  )
  const [first = "distinct", ...others] = measuresOf(of)
  return { name: random.pick([first, ...others]), property }
}

/**
 * A random query, read from its URL. An invalid one, such as with a repeated filter, is drawn
 * again.
 */
function randomSummary(
  random: Random,
  operation: ListOperation,
  records: readonly ModelRecord[],
): SummaryQuery {
  const times = (most: number) => Array.from({ length: random.below(most + 1) })
  const [first, ...others] = [0, ...times(2)].map(() => randomMeasure(random, operation, records))
  const measures = [first ?? { name: "count" }, ...others] as const
  const query: SummaryQuery = {
    groups: [...times(2)].map(() => randomGroup(random, operation)),
    measures,
    ...(random.isOf(0.5) && {
      sort: {
        by: random.isOf(0.3) ? ("group" as const) : random.below(measures.length),
        descending: random.isOf(0.5),
      },
    }),
    top: random.pick([3, 20, 100, 1000]),
    zone: random.pick(zones),
    filters: times(2).map(() => randomFilter(random, operation, records)),
  }
  const parsed = parseSummaryQuery(operation, printSummaryQuery(operation, query))
  return parsed.ok ? parsed.query : randomSummary(random, operation, records)
}

const isClose = (one: unknown, other: unknown) =>
  typeof one === "number" && typeof other === "number"
    ? Math.abs(one - other) <= 1e-12 * Math.max(1000, Math.abs(one), Math.abs(other))
    : one === other

/** The keys as the plain computation names them. */
function namesOf(group: SummaryGroup, zone: string, keys: readonly SummaryKey[]) {
  return keys.map((key) => {
    if (key.kind === "other") return "other"
    if (key.kind === "value") return key.value === null ? null : JSON.stringify(key.value)
    return plainKey(key.from, group, zone)
  })
}

function expectRows(
  found: readonly SummaryRow[],
  names: PlainSummary["keys"],
  expected: PlainSummary["rows"],
) {
  expect(
    found.map(({ keys, n }) => [
      keys.map((key, at) => (key === null ? "all" : names[at]?.[key])),
      n,
    ]),
  ).toEqual(expected.map(({ keys, n }) => [keys, n]))
  for (const [at, { figures }] of found.entries())
    for (const [index, { value, n }] of figures.entries()) {
      const plain = expected[at]?.figures[index]
      expect(n).toBe(plain?.n)
      if (!isClose(value, plain?.value)) expect(value).toBe(plain?.value)
    }
}

/** Each drill-down link of a summary, with the number of its rows. */
const drillsOf = (rows: readonly SummaryRow[]) =>
  rows.flatMap(({ drill, n, figures }) => [
    { drill, n },
    ...figures.flatMap((figure) =>
      figure.drill === undefined ? [] : [{ drill: figure.drill, n: figure.n }],
    ),
  ])

async function countOf(operation: ListOperation, drill: string): Promise<number> {
  const read = parseSearch(drill)
  const parsed = read.ok ? parseListQuery(operation, read.search) : read
  if (!parsed.ok || !("query" in parsed) || isFollow(parsed.query))
    throw new Error(`"${drill}" is no search of the list.`)
  return testStore.store.countRecords(operation, {}, parsed.query.filters, { scope: "all" })
}

describe.each(listIds)("summaries of %s", (id) => {
  const operation = listOf(id)
  const random = createChooser(seed + listIds.indexOf(id))
  let records: ModelRecord[]
  beforeAll(async () => {
    const rows = randomRows(catalogue, operation, {
      seed: seed + listIds.indexOf(id),
      count: rowCount,
    })
    records = rows.records
    const above = neededAbove(catalogue, recordType(catalogue, operation.record))
    if (above) await testStore.store.loadRecords(above.of, rows.above)
    await testStore.store.loadRecords(operation.record, rows.stored, { rebuildIndexes: true })
  })
  afterAll(() => testStore.store.clear())

  test(`equal a plain computation, and each figure links to as many rows as it counts, with seed ${seed}`, async () => {
    let followed = 0
    for (let round = 0; round < summariesEach; round += 1) {
      const query = randomSummary(random, operation, records)
      const printed = `${printSummaryQuery(operation, query)}`
      const options = { scope: "all", ...(round % 3 === 2 && { maxCells: 1 }) } as const
      const result = await testStore.store.readSummary(operation, query, options)
      const answer = drillSummary(operation, query, result)
      const plain = plainSummary(operation, records, query)
      const names = answer.groups.map((group) => namesOf(group, group.zone ?? "UTC", group.keys))
      const context = `seed ${seed}, round ${round}: ${printed}`
      expect(names, context).toEqual(plain.keys)
      expect(answer.others, context).toEqual(plain.others)
      try {
        expectRows(answer.rows, names, plain.rows)
        expectRows(answer.subtotals, names, plain.subtotals)
        expectRows([answer.total], names, [plain.total])
        const drills = drillsOf([answer.total, ...answer.subtotals, ...answer.rows])
        const told = drills.flatMap(({ drill, n }) => (drill === null ? [] : [{ drill, n }]))
        for (let index = 0; index < drillsEach && told.length > 0; index += 1) {
          const [one] = told.splice(index === 0 ? 0 : random.below(told.length), 1)
          if (!one) continue
          expect(await countOf(operation, one.drill), one.drill).toBe(one.n)
          followed += 1
        }
      } catch (error) {
        throw new Error(context, { cause: error })
      }
    }
    expect(followed).toBeGreaterThan(summariesEach)
  })
})
