import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue, exportColumns, findList, type Row, readColumn } from "@/lib/catalogue"
import { listOf } from "@/lib/catalogue/testing/sample-queries"
import { exportsContract } from "@/lib/contract"
import { createUpstream, type Upstream } from "@/lib/platform"
import { createStore } from "@/lib/records"
import { openReplicaWorld, type ReplicaWorld } from "@/lib/server/copies/testing/open-replica-world"
import { pathAt, startConformanceService } from "@/service/conformance/testing/conformance-service"
import { type Fixture, parametersAt } from "@/service/conformance/testing/fixtures"
import type { TestService } from "@/service/testing/test-service"
import { createCoverages } from "../reads/coverage"
import { createWholePages, type WholePages } from "../reads/whole-source"
import { configOf, type ExportWorld, openExportWorld, orderFor } from "./testing/open-export-world"

const posts = listOf("content-posts")
const wholePosts = findList(catalogue, "all-content-posts")
const places: readonly Fixture[] = ["here", "there"]
const pageRows = 7

let service: TestService
let copies: ReplicaWorld
let world: ExportWorld
let live: Row[]
let calls = 0

/** Reads whole lists in small pages, so that an export has many. */
const inSmallPages = (pages: WholePages): WholePages => ({
  read(operation, { search, following }, by) {
    const small = new URLSearchParams(search)
    small.set("limit", `${pageRows}`)
    return pages.read(operation, { search: `${small}`, following }, by)
  },
})

const moduleOf = (place: Fixture) => parametersAt(posts, place)["moduleId"] ?? ""

async function readLive(place: Fixture): Promise<Row[]> {
  const answer = await service.get(pathAt(posts, place, "limit=1000"))
  const { data } = (await answer.json()) as { data: Row[] }
  return data.map((row) => ({ ...row, moduleId: moduleOf(place) }))
}

beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startConformanceService()
  await service.query(
    "update content_post set creation_date_time = '2024-02-01' where creation_date_time is null",
  )
  const config = configOf(service.origin)
  copies = await openReplicaWorld({ databaseUrl, config })
  const { replica, pool, schema } = copies
  const store = createStore({ pool, catalogue, schema })
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const counted: Pick<Upstream, "read"> = {
    read(requested) {
      calls += 1
      return upstream.read(requested)
    },
  }
  world = await openExportWorld({
    databaseUrl,
    config,
    upstream: counted,
    wholePages: inSmallPages(
      createWholePages({
        coverages: createCoverages({ catalogue, replica }),
        orders: async () => undefined,
        store,
      }),
    ),
    names: {
      readDepartments: async () => ({}),
      findUsers: async () => ({}),
      readWorkspace: async () => ({
        entries: places.map((place) => ({
          kind: "contentModule",
          id: moduleOf(place),
          name: `Module ${place}`,
          children: [],
        })),
      }),
    },
  })
})
afterAll(async () => {
  await world?.close()
  await copies?.close()
  await service?.stop()
})

const order = (more: Parameters<typeof orderFor>[1] = {}) => orderFor("all-content-posts", more)

test("An export of data that is not copied waits for the copy, then reads all rows without a call.", async () => {
  const { id } = await world.start(order({ query: "sort=id" }))
  await world.waitFor(id, ({ reason }) => reason === "not_copied")
  for (const place of places)
    await copies.sync({ operation: posts.id, parameters: parametersAt(posts, place) })
  live = (await Promise.all(places.map(readLive))).flat()
  expect(live.length).toBeGreaterThan(2 * pageRows)
  const done = await world.waitFor(id, ({ state }) => state === "done")
  expect(done).toMatchObject({ rows: live.length, calls: 0, path: "/answers/content-posts" })
  expect(calls).toBe(0)
  const [head = [], ...lines]: string[][] = parse(await world.readText(id))
  if (!wholePosts) throw new Error("There is no whole list of posts.")
  const columns = exportColumns(catalogue, wholePosts)
  expect(head).toEqual(columns.map((column) => column.id))
  expect(head[0]).toBe("moduleId")
  const at = head.indexOf("id")
  expect(lines.map((line) => line[at])).toEqual(live.map((row) => `${row["id"]}`).toSorted())
  const moduleColumn = columns[0]
  for (const line of lines) {
    const row = live.find((each) => each["id"] === line[at])
    expect(line[0]).toBe(row && moduleColumn && readColumn(moduleColumn, row))
  }
})

test("Filters and sort order apply to the whole list, and the manifest names a copy as the source.", async () => {
  const moduleId = moduleOf("there")
  const { id } = await world.start(order({ query: `moduleId=${moduleId}&sort=-id` }))
  await world.waitFor(id, ({ state }) => state === "done")
  const expected = live.filter((row) => row["moduleId"] === moduleId)
  const manifest = exportsContract.readExportManifest.answer.parse(await world.readManifest(id))
  const { syncedUntil } =
    (await copies.replica.list()).toSorted(
      (one, other) => Date.parse(one.syncedUntil ?? "") - Date.parse(other.syncedUntil ?? ""),
    )[0] ?? {}
  expect(manifest).toMatchObject({
    operation: "all-content-posts",
    rows: expected.length,
    source: "copy",
    asOf: new Date(syncedUntil ?? "").toISOString(),
    calls: 0,
    state: "complete",
  })
  const lines: string[][] = parse(await world.readText(id), { from_line: 2 })
  const ids = expected.map((row) => `${row["id"]}`).toSorted()
  expect(lines.map((line) => line[manifest.columns.indexOf("id")])).toEqual(ids.toReversed())
})

test("A workbook has the names of parent records beside their ids.", async () => {
  const columns = ["moduleId", "id"]
  const { id } = await world.start(order({ format: "xlsx", columns, query: "sort=id" }))
  await world.waitFor(id, ({ state }) => state === "done")
  const file = Buffer.from(await (await world.readFile(id)).arrayBuffer())
  const [head, ...rows] = await readSheet(file, "Rows")
  expect(head).toEqual(["moduleId", "moduleId.name", "id", "id.name"])
  const names = new Map(places.map((place) => [moduleOf(place), `Module ${place}`]))
  expect(rows).toHaveLength(live.length)
  for (const row of rows) expect(row[1]).toBe(names.get(`${row[0]}`))
})

test("A workbook names highscores from their copy.", async () => {
  const [highscores, levels] = [listOf("highscores"), listOf("highscore-levels")]
  const parameters = parametersAt(levels, "here")
  const highscoreId = parameters["highscoreId"]
  const one = "(select id from highscore order by id limit 1)"
  await service.query(
    `update highscore set name = 'Sales', id = '${highscoreId}' where id = ${one}`,
  )
  await copies.sync({ operation: highscores.id, parameters: {} })
  await copies.sync({ operation: levels.id, parameters })
  const columns = ["highscoreId", "id"]
  const { id } = await world.start(orderFor("all-highscore-levels", { format: "xlsx", columns }))
  await world.waitFor(id, ({ state }) => state === "done")
  const file = Buffer.from(await (await world.readFile(id)).arrayBuffer())
  const [head, ...rows] = await readSheet(file, "Rows")
  expect(head).toEqual(["highscoreId", "highscoreId.name", "id"])
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toEqual([highscoreId, "Sales", row[2]])
})
