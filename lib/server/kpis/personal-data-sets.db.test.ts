import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { openSeriesWorld, type SeriesWorld, type TestPoint } from "./testing/open-series-world"

const users = Array.from({ length: 6 }, () => randomUUID())
const pointOf = (userId: string | null, value: number): TestPoint => ({
  label: "Hours",
  departmentId: null,
  userId,
  value,
  timeStamp: "2026-03-02T10:00:00Z",
})
const ofPersons = users.map((userId, index) => pointOf(userId, 7.09 - index / 10))
const ofNobody = users.map((_, index) => pointOf(null, 7.09 - index / 10))

let world: SeriesWorld
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), [])
})
afterAll(() => world?.stop())

const listOf = (dataSetId: string, search: string) =>
  `/api/v1.4/dataSets/${dataSetId}/dataPoints?${search}`

/** The number of requests to the platform for data points. */
const countCalls = () =>
  world.service.lines.filter(({ operation }) => operation === "data-points").length

/** The response as text, without its request id. */
async function report(path: string, json?: unknown): Promise<string> {
  const { status, body } = await world.askJson(path, "analyst", {
    ...(json !== undefined && { method: "POST", json }),
  })
  return JSON.stringify({ ...body, requestId: "", status })
}

/** Requests that search for a person's highest value and for whether it exists. */
function* searches(dataSetId: string): Generator<[path: string, json?: unknown]> {
  for (let at = 0; at < 100; at += 1) {
    const above = `dataValue[gt]=${8 - at / 50}`
    yield [listOf(dataSetId, `userId=${users[0]}&${above}`)]
    yield [listOf(dataSetId, `${above}&sort=-dataValue&limit=1`)]
    yield [`/api/kpis/${dataSetId}/series?range=all&${above}`]
    yield [`/api/kpis/${dataSetId}/rows?range=all&userId=${users[at % 6]}&${above}`]
    yield [
      "/api/exports",
      { operation: "data-points", parameters: { dataSetId }, format: "csv", query: above },
    ]
  }
}

deepTest(
  "All 500 requests to a new personal data set are refused alike, with one call to the platform.",
  async () => {
    const dataSetId = randomUUID()
    await world.loadPoints(dataSetId, ofPersons)
    const before = countCalls()
    const answers: string[] = []
    for (const [path, json] of searches(dataSetId)) answers.push(await report(path, json))
    expect(answers).toHaveLength(500)
    // Lists and exports share one refusal, and figures have another.
    expect(new Set(answers).size).toBe(2)
    for (const answer of new Set(answers))
      expect(JSON.parse(answer)).toMatchObject({ status: 403, code: "small_groups" })
    for (const [index, answer] of answers.entries()) expect(answer).toBe(answers[index % 5])
    expect(countCalls() - before).toBe(1)
  },
)

test("A data set without persons is disclosed and checked again for new points; a person's first point closes it.", async () => {
  const dataSetId = randomUUID()
  await world.loadPoints(dataSetId, ofNobody)
  const above = (value: number) => listOf(dataSetId, `dataValue[gt]=${value}`)
  expect(await world.askJson(above(7.05))).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await world.askJson(above(8))).toMatchObject({ status: 200, body: { count: 0 } })
  const series = `/api/kpis/${dataSetId}/series?range=2026-03-02..2026-03-02`
  await world.sync(dataSetId)
  const before = countCalls()
  expect(await world.askJson(`${series}&dataValue[gt]=7`)).toMatchObject({ status: 200 })
  expect(countCalls()).toBe(before)

  await world.loadPoints(dataSetId, ofPersons)
  const answers = new Set<string>()
  for (let at = 0; at < 20; at += 1)
    answers.add(
      await report(listOf(dataSetId, `userId=${users[0]}&dataValue[gt]=${8 - at / 10}&limit=3`)),
    )
  expect([...answers].map((answer) => JSON.parse(answer).code)).toEqual(["small_groups"])
  expect(await world.askJson(`${series}&dataValue[gt]=7`)).toMatchObject({ status: 403 })

  await world.service.query(`delete from data_point where in_data_set_id = '${dataSetId}'`)
  await world.sync(dataSetId, "recheck")
  expect(await world.askJson(above(8))).toMatchObject({ status: 403 })
})

deepTest(
  "An unknown data set responds 404, and one that cannot be checked is refused.",
  async () => {
    const nowhere = listOf(randomUUID(), "limit=1")
    expect(await world.askJson(nowhere)).toMatchObject({ status: 404, body: { code: "not_found" } })
    const dataSetId = randomUUID()
    await world.loadPoints(dataSetId, ofNobody)
    await world.service.query("alter table data_point rename to data_point_away")
    const refused = { status: 403, body: { code: "small_groups" } }
    for (const path of [listOf(dataSetId, "limit=1"), `/api/kpis/${dataSetId}/series?range=all`])
      expect(await world.askJson(path)).toMatchObject(refused)
    await world.service.query("alter table data_point_away rename to data_point")
    const readStatus = async () => (await world.askJson(listOf(dataSetId, "limit=1"))).status
    await expect.poll(readStatus, { timeout: 60_000, interval: 500 }).toBe(200)
  },
)
