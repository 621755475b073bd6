import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { StoredRow } from "./copy-text"
import { openTestStore } from "./testing/open-test-store"
import { listOperation, singleOperation } from "./testing/operations"
import { departmentsNamed, numbered, range } from "./testing/samples"
import { createWalker, everything } from "./testing/walk"

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  testStore = await openTestStore()
})
afterEach(() => testStore.close())

const departments = () => createWalker(testStore.store, listOperation("departments"))
const count = async () => (await departments().read(everything)).count

const awkward = [
  "",
  "\\",
  "\\N",
  "\\.",
  "a\tb\nc\rd\be\ff\vg",
  "\\t is no tab",
  '"quoted" {"json": [1]}',
  "שלום 😀 👩‍👩‍👧 e\u0301",
  "\u0001\u001f\u007f\u2028",
  "x".repeat(300_000),
]

test("Any text is returned unchanged, even inside nested fields.", async () => {
  const rows = awkward.map((name) => ({
    values: {
      id: randomUUID(),
      name,
      selectedCultures: [name, name],
      locales: [{ culture: "da-DK", description: name }],
    },
  }))
  expect(await testStore.store.loadRecords("department", rows)).toBe(awkward.length)
  const { records } = await departments().read(everything)
  const byId = new Map(records.map((record) => [record["id"], record]))
  for (const { values } of rows) expect(byId.get(values.id)).toMatchObject(values)
})

test("NUL and lone surrogates, which PostgreSQL cannot store, become the replacement character.", async () => {
  const name = "a\0b\uD800c"
  const locales = [{ culture: "da-DK", description: name }]
  await testStore.store.loadRecords("department", [{ values: { id: randomUUID(), name, locales } }])
  expect((await departments().read(everything)).records[0]).toMatchObject({
    name: "a\uFFFDb\uFFFDc",
    locales: [{ culture: "da-DK", description: "a\uFFFDb\uFFFDc" }],
  })
})

test("Numbers are returned exactly.", async () => {
  const numbers = [0.1, 5e-324, 1.7976931348623157e308, -123456789.12345679, 1e21, 0]
  const scope = { dataSetId: randomUUID() }
  const rows = numbers.map((value) => ({ scope, values: { timeStamp: "2024-01-01", value } }))
  await testStore.store.loadRecords("dataPoint", rows)
  const points = createWalker(testStore.store, listOperation("data-points"), scope)
  expect((await points.read(everything)).records.map(({ value }) => value)).toEqual(numbers)
})

test("Guids are stored in lower case, even nested ones, and unknown fields are dropped.", async () => {
  const [moduleId, id, media] = [randomUUID(), randomUUID(), randomUUID()]
  const medias = [{ id: media.toUpperCase(), fileName: "a.png", colour: "red" }]
  const values = { id: id.toUpperCase(), medias, shoeSize: 42 }
  const scope = { moduleId: moduleId.toUpperCase() }
  await testStore.store.loadRecords("contentPost", [{ scope, values }])
  const path = { moduleId, contentId: id }
  const json = await testStore.store.readRecord(singleOperation("content-post"), path, {
    baseUrl: "",
    scope: "all",
  })
  expect(JSON.parse(json ?? "")).toMatchObject({
    id,
    medias: [
      { id: media, contentType: null, fileName: "a.png", downloadUrl: null, referenceUrl: null },
    ],
  })
  expect(json).not.toMatch(/colour|shoeSize/)
})

test("A value under a field's alias is used if the first name is absent.", async () => {
  const scope = { moduleId: randomUUID() }
  const moderatorList = [randomUUID()]
  await testStore.store.loadRecords("calendar", [
    { scope, values: { id: randomUUID(), moderatorList } },
  ])
  const calendars = createWalker(testStore.store, listOperation("calendars"), scope)
  expect((await calendars.read(everything)).records[0]).toMatchObject({ moderators: moderatorList })
})

async function* failing(): AsyncGenerator<StoredRow> {
  yield* departmentsNamed(...range(0, 5000).map(numbered))
  throw new Error("The source broke.")
}

test.each<[string, () => Iterable<StoredRow> | AsyncIterable<StoredRow>, RegExp]>([
  ["the source fails", failing, /The source broke/],
  [
    "a value does not fit its field",
    () => [...departmentsNamed("a"), { values: { id: randomUUID(), name: 5 } }],
    /department\.name is no string/,
  ],
  [
    "a time is no time",
    () => [{ values: { id: randomUUID(), creationDateTime: "infinity" } }],
    /department\.creation_date_time is no ISO 8601/,
  ],
  ["an id is no guid", () => [...departmentsNamed("a"), { values: { id: "7" } }], /is no guid/],
  ["an id is missing", () => [...departmentsNamed("a"), { values: {} }], /null value/],
  [
    "an id comes twice among many rows",
    () => {
      const rows = departmentsNamed(...range(0, 20_000).map(numbered))
      return [...rows, ...rows.slice(0, 1), ...departmentsNamed(...range(0, 20_000).map(numbered))]
    },
    /duplicate key/,
  ],
])("If %s, nothing is stored and the store keeps working.", async (_, rows, message) => {
  await expect(testStore.store.loadRecords("department", rows())).rejects.toThrow(message)
  expect(await count()).toBe(0)
  expect(await testStore.store.loadRecords("department", departmentsNamed("after"))).toBe(1)
  expect(await count()).toBe(1)
})

test("A source is read no faster than the database stores its rows.", async () => {
  const { pool, schema, store } = testStore
  const [first] = departmentsNamed("x".repeat(100_000))
  if (!first) throw new Error("There is no department.")
  let taken = 0
  function* watched(): Generator<StoredRow> {
    yield first as StoredRow
    for (const row of departmentsNamed(...range(1, 400).map(() => "x".repeat(100_000)))) {
      taken += 1
      yield row
    }
  }
  const other = await pool.connect()
  await other.query("begin")
  await other.query(`insert into "${schema}".department (id, document) values ($1, '')`, [
    first.values["id"],
  ])
  const load = store.loadRecords("department", watched())
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1"
  await expect.poll(async () => (await pool.query(waiting, [`copy "${schema}"%`])).rowCount).toBe(1)
  expect(taken).toBeLessThan(399)
  await other.query("rollback")
  other.release()
  expect(await load).toBe(400)
})
