import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { solveSmallSums } from "@/lib/records/small-groups/testing/solve-small-sums"
import {
  bitsOfValue,
  simulateYear,
  type Viewing,
  valueIn,
  yearDepartments,
  yearRegions,
  yearStores,
} from "@/lib/records/small-groups/testing/year-of-points"
import { rounds } from "@/scripts/testing/rounds"
import type { SeriesAnswer, SeriesRow, SeriesRows } from "../../catalogue"
import { openSeriesWorld, type SeriesWorld } from "./testing/open-series-world"

const { reads, versions, persons } = simulateYear(rounds({ test: 8, deep: 20 }), 20_251_231)
const dataSets = Array.from({ length: Math.ceil(versions.length / bitsOfValue) }, () =>
  randomUUID(),
)

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), yearDepartments)
  await world.waitForTree()
  for (const dataSetId of dataSets) await world.loadPoints(dataSetId, [])
})
afterAll(() => world?.stop())

/** Loads the platform's points and departments of one reading. */
async function put({ points, region }: Viewing, before: Viewing | undefined) {
  for (const [at, dataSetId] of dataSets.entries()) {
    const rows = points.map(({ version, ...point }) => {
      const value = valueIn(at, version, versions[version] ?? { person: 0, correction: 0 })
      const { label, timeStamp, departmentId, userId } = point
      return `('${dataSetId}', '${label}', '${timeStamp}', ${value}, '${departmentId}', '${userId}')`
    })
    await world.service.query(`delete from data_point where in_data_set_id = '${dataSetId}';
      insert into data_point (in_data_set_id, label, time_stamp, value, department_id, user_id)
      values ${rows.join(", ")}`)
  }
  if (before && before.region !== region) {
    const path = `/api/v1.2/departments/${yearStores[2]}`
    const json = [{ op: "replace", path: "/parentId", value: region }]
    const { status } = await world.askJson(path, "admin", { method: "PATCH", json })
    expect(status).toBe(200)
  }
}

const groupings = ["none", "label", "department", "department:2"]
const narrowings = [
  ...["Hours", "Sick"].map((label) => `label=${label}`),
  ...yearStores.flatMap((id) => [`departmentId=${id}`, `departmentId[ne]=${id}`]),
  ...yearRegions.map((id) => `within=${id}`),
]
const queries = [
  ...groupings.flatMap((group) =>
    ["day", "month"].map(
      (bucket) => `range=2025-01-01..2025-12-31&bucket=${bucket}&group=${group}`,
    ),
  ),
  ...narrowings.map((narrowing) => `range=all&bucket=year&group=none&${narrowing}`),
]

/** The numbers of a response in order, null if not disclosed. */
async function readSeries(dataSetId: string, search: string): Promise<(number | null)[]> {
  const { body } = await world.askJson(`/api/kpis/${dataSetId}/series?${search}`)
  const { ranges } = body as SeriesAnswer
  return ranges.flatMap(({ lines, toDate }) => [
    ...lines.flatMap(({ values }) => values),
    toDate?.value ?? null,
  ])
}

const unit = 2 ** bitsOfValue

/** The sums of all disclosed groups of rows, in an order that does not depend on the coded bits. */
async function readRows(dataSetId: string): Promise<number[]> {
  const rows: SeriesRow[] = []
  let after = ""
  do {
    const { body } = await world.askJson(
      `/api/kpis/${dataSetId}/rows?range=all&bucket=year${after}`,
    )
    const page = body as SeriesRows
    rows.push(...page.rows)
    after = page.after ? `&after=${page.after}` : ""
  } while (after)
  const sums = rows.map(({ value, ...place }) => {
    const sum = Math.round((value ?? 0) * (place.block?.valued ?? 0))
    return { sum, key: JSON.stringify([place, Math.floor(sum / unit)]) }
  })
  return sums.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ sum }) => sum)
}

/** The versions whose values a number adds up. Each data set encodes some of them. */
function decode(numbers: readonly number[]): number[] {
  const counts = versions.map((_, version) => {
    const bits = (numbers[Math.floor(version / bitsOfValue)] ?? 0) % unit
    return Math.floor(bits / 2 ** (version % bitsOfValue)) % 2
  })
  const heads = new Set(numbers.map((number) => Math.floor(number / unit)))
  const expected = versions.reduce(
    (sum, { person, correction }, at) => sum + (counts[at] ?? 0) * (person * 8 + correction + 1),
    0,
  )
  expect([...heads]).toEqual([expected])
  return counts
}

/** Reads the sums of all rows and a fifth of the queries, in rotation. */
async function readAll(disclosed: Map<string, number[]>, round: number) {
  const keep = (numbers: readonly (number | null | undefined)[]) => {
    const known = numbers.filter((number) => typeof number === "number")
    expect([0, numbers.length]).toContain(known.length)
    if (known.length === 0 || known.every((number) => number === 0)) return
    const counts = decode(known)
    disclosed.set(counts.join(""), counts)
  }
  const due = queries.filter((_, at) => at % 5 === round % 5)
  for (const ask of [
    readRows,
    ...due.map((search) => (dataSetId: string) => readSeries(dataSetId, search)),
  ]) {
    const answers = await Promise.all(dataSets.map(ask))
    for (const at of answers[0]?.keys() ?? []) keep(answers.map((numbers) => numbers[at]))
  }
}

test("A year of disclosures from changing points, solved as equations, determines no sum of too few people.", {
  timeout: 900_000,
}, async () => {
  const disclosed = new Map<string, number[]>()
  for (const [at, read] of reads.entries()) {
    const json = { least: read.minPeople }
    await world.askJson("/api/kpis/settings", "admin", { method: "PUT", json })
    await put(read, reads[at - 1])
    await Promise.all(
      dataSets.map((dataSetId) => world.sync(dataSetId, at === 0 ? "start" : "recheck")),
    )
    await readAll(disclosed, at)
  }
  expect(solveSmallSums({ equations: [...disclosed.values()], persons }, 5)).toEqual([])
  expect(disclosed.size).toBeGreaterThan(rounds({ test: 15, deep: 50 }))
})
