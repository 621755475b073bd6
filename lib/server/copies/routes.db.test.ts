import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "@/lib/server/copies/testing/open-replica-world"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue } from "../../catalogue"
import type { Quota, SyncOrder } from "../../contract"
import { createKeyedDocuments, migrateTables, openPool } from "../../db"
import { createUpstream } from "../../platform"
import type { Session } from "../../session"
import { loadPoints } from "../exports/testing/source-points"
import { createExistence, type Existence } from "../reads/existence"
import { type Asking, createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { copyLimits, syncRoutes } from "./routes"

const [hr, analyst, admin] = [personOf("hr"), personOf("analyst"), personOf("admin")]
const none = { person: 0, export: 0, sync: 0 }
const quota: Quota = {
  limit: 95,
  windowSeconds: 61,
  used: 0,
  usedByLane: none,
  waiting: none,
  platformLimit: 100,
  isDown: false,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
}

let service: TestService
let world: ReplicaWorld
let dataSetId: string
let existence: Existence
const documentsSchema = `known_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const documents = createKeyedDocuments({ pool, schema: documentsSchema })
const named = { kind: "dataSet", id: randomUUID(), name: "Named", children: [] }
/** The data sets and operations requested from the platform to check that they exist. */
const requestedLists: string[] = []
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  world = await openReplicaWorld({
    databaseUrl: inject("databaseUrl"),
    config: configOf(service.origin),
  })
  dataSetId = await loadPoints(service, 2500)
  await migrateTables(pool, "dashboard", documentsSchema)
  const upstream = createUpstream({ catalogue, config: configOf(service.origin), clock: Date.now })
  existence = createExistence({
    documents,
    readWorkspace: async () => ({ entries: [named] }),
    upstream: {
      read(requested) {
        requestedLists.push(requested.parameters["dataSetId"] ?? requested.operation.id)
        return upstream.read(requested)
      },
    },
  })
})
afterAll(async () => {
  await pool.end()
  await world?.close()
  await service?.stop()
})

const parts = () => ({
  catalogue,
  replica: world.replica,
  existence,
  feed: { read: async () => quota },
})
const ask = (person: Session | undefined, requested: string, asking: Asking = {}) =>
  createRouteAsker(syncRoutes(parts()))(person, requested, asking)
const read = (person = admin) => ask(person, "GET /api/sync")
const readRuns = (search: string, person = admin) => ask(person, `GET /api/sync/runs${search}`)
const act = (order: object, person = admin) => ask(person, "POST /api/sync", { json: order })

const points = (action: SyncOrder["action"], more: Partial<SyncOrder> = {}): SyncOrder => ({
  operation: "data-points",
  parameters: { dataSetId },
  action,
  ...more,
})
const list = () => ({ operation: "data-points", parameters: { dataSetId } })

test("An analyst can start a copy of a data set and see its result and its calls.", async () => {
  const before = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, analyst)
  expect(before.body).toEqual({
    list: null,
    runs: [],
    estimate: { calls: null, minutes: null },
  })
  const started = await act(points("start", { everyMinutes: 30 }), analyst)
  expect(started.body).toMatchObject({ state: "running", everyMinutes: 30, isComplete: false })
  await world.waitFor(list(), isAtRest)
  const { body } = await read(analyst)
  expect(body.lists).toHaveLength(1)
  expect(body.lists[0]).toMatchObject({ state: "idle", rows: 2500, isComplete: true, run: null })
  const runs = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, analyst)
  expect(runs.body.runs).toMatchObject([{ kind: "full", outcome: "done", pages: 6, calls: 6 }])
  expect(runs.body.estimate).toMatchObject({ calls: 3, minutes: expect.any(Number) })
})

test("Lists that a person may not read are hidden and cannot be changed.", async () => {
  expect((await read(hr)).body).toEqual({ lists: [] })
  for (const action of ["start", "pause", "recheck", "remove"] as const)
    expect((await act(points(action), hr)).body).toMatchObject({ code: "forbidden" })
  const runs = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, hr)
  expect(runs.status).toBe(403)
  expect((await act({ operation: "departments", action: "start" }, analyst)).status).toBe(403)
  expect((await act({ operation: "departments", action: "start" }, hr)).status).toBe(403)
  expect((await act(points("remove"), analyst)).body).toMatchObject({ code: "forbidden" })
  expect((await ask(undefined, "GET /api/sync")).status).toBe(401)
})

test("An analyst changes a schedule; an administrator pauses, resumes and removes a list.", async () => {
  const changed = await act(points("schedule", { everyMinutes: null }), analyst)
  expect(changed.body).toMatchObject({ everyMinutes: null, nextAt: null })
  expect((await act(points("pause"))).body).toMatchObject({ state: "paused" })
  expect((await act(points("resume"))).body).toMatchObject({ state: "idle" })
  expect((await act(points("remove"))).status).toBe(204)
  expect((await act(points("remove"))).body).toMatchObject({ code: "not_found" })
  expect((await act(points("pause"))).body).toMatchObject({ code: "not_found" })
})

const anyId = randomUUID()

test.each([
  ["an unknown list", { operation: "nothing", action: "start" }],
  ["an operation that is no list", { operation: "content-post", action: "start" }],
  ["a missing parameter", { operation: "data-points", action: "start" }],
  ["an unknown action", { operation: "departments", action: "explode" }],
  ["too short a schedule", { operation: "departments", action: "start", everyMinutes: 1 }],
  [
    "a parameter that its path does not have",
    { operation: "data-points", action: "pause", parameters: { dataSetId: anyId, colour: "red" } },
  ],
  [
    "a parameter of another list",
    { operation: "departments", action: "start", parameters: { dataSetId: anyId } },
  ],
  [
    "a parameter without a name that can be printed",
    { operation: "data-points", action: "pause", parameters: { dataSetId: anyId, "\0\ud800": "" } },
  ],
  ["an unknown member", { operation: "departments", action: "start", more: true }],
])("A sync request with %s is refused.", async (_, order) => {
  expect((await act(order)).body).toMatchObject({ status: 400, code: "invalid_body" })
})

test("Reading the runs of an invalid list is refused, and an unknown list has none.", async () => {
  for (const search of ["", "?operation=nothing", `?operation=data-points&dataSetId=7`])
    expect((await readRuns(search)).body).toMatchObject({ code: "invalid_query" })
  const unknown = await readRuns(`?operation=data-points&dataSetId=${randomUUID()}`)
  expect(unknown.body).toMatchObject({ list: null, runs: [] })
})

const copyOf = (id: string, action: SyncOrder["action"] = "start") => ({
  operation: "data-points",
  parameters: { dataSetId: id },
  action,
})

test("A copy is refused if neither workspace nor platform has its data set; a known one is checked once.", async () => {
  const before = requestedLists.length
  const invented = randomUUID()
  for (const who of [analyst, admin])
    expect(await act(copyOf(invented), who)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    })
  expect((await read()).body.lists.map(({ path }: { path: string }) => path)).not.toContainEqual(
    expect.stringContaining(invented),
  )
  const unlisted = await loadPoints(service, 1)
  for (let time = 0; time < 2; time += 1) {
    expect((await act(copyOf(unlisted), analyst)).status).toBe(200)
    expect((await act(copyOf(unlisted, "remove"))).status).toBe(204)
  }
  expect((await act(copyOf(named.id), analyst)).status).toBe(200)
  expect(requestedLists.slice(before)).toEqual([invented, invented, unlisted])
  expect((await act(copyOf(named.id, "remove"), analyst)).status).toBe(204)
})

test("The number of a person's incomplete copies is limited until one of them is removed.", async () => {
  await world.pool.query(
    `insert into "${world.schema}".sync_list (path, operation, parameters, state, ordered_by)
     select '/v1.4/' || n, 'data-points', json_build_object('dataSetId', n)::text, 'failed', $2
     from generate_series(2, $1) as n`,
    [copyLimits.unfinished, analyst.sub],
  )
  const ids = await Promise.all([loadPoints(service, 1), loadPoints(service, 1)])
  await world.replica.stop()
  const outcomes = await Promise.all(ids.map((id) => act(copyOf(id), analyst)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [refused = "", taken = ""] = ids.toSorted((one) =>
    outcomes[ids.indexOf(one)]?.status === 409 ? -1 : 1,
  )
  expect((await act(copyOf(refused), analyst)).body.code).toBe("limit_reached")
  expect((await act(copyOf(taken), analyst)).status).toBe(200)
  expect((await act(copyOf(taken, "remove"), analyst)).status).toBe(204)
  expect((await act(copyOf(refused), analyst)).status).toBe(200)
})

test("Only the person who requested an incomplete copy and administrators may cancel or remove it.", async () => {
  await world.pool.query(`delete from "${world.schema}".sync_list`)
  const other = { ...personOf("analyst"), sub: "other", name: "Ben" }
  const id = await loadPoints(service, 1)
  const ordered = (await act(copyOf(id), other)).body
  expect(ordered).toMatchObject({
    isMine: true,
    mayCancel: true,
    mayRemove: true,
    ordererName: "Ben",
  })
  expect(JSON.stringify(ordered)).not.toContain("orderedBy")
  const [seen] = (await read(analyst)).body.lists
  expect(seen).toMatchObject({ isMine: false, mayCancel: false, mayRemove: false })
  for (const action of ["cancel", "remove"] as const)
    expect((await act(copyOf(id, action), analyst)).body).toMatchObject({
      code: "forbidden",
      permission: "replica:write",
    })
  expect((await act(copyOf(id, "cancel"), other)).body).toMatchObject({ state: "idle" })
  expect((await act(copyOf(id, "cancel"))).status).toBe(200)
  await world.pool.query(`update "${world.schema}".sync_list set checked_at = now()`)
  expect((await act(copyOf(id, "remove"), other)).body).toMatchObject({ code: "forbidden" })
  await world.pool.query(`update "${world.schema}".sync_list set ordered_by = null`)
  expect((await act(copyOf(id, "cancel"), analyst)).status).toBe(200)
})

test("An automatic copy has no owner: analysts may start it, but only administrators cancel or remove it.", async () => {
  await world.pool.query(`delete from "${world.schema}".sync_list`)
  const id = await loadPoints(service, 1)
  const automatic = { operation: "data-points", parameters: { dataSetId: id }, rank: 0 }
  await world.replica.keepAutomatic([{ ...automatic, everyMinutes: 60 }])
  const [seen] = (await read(analyst)).body.lists
  expect(seen).toMatchObject({
    isAutomatic: true,
    ordererName: null,
    isMine: false,
    mayCancel: false,
    mayRemove: false,
  })
  expect((await act(copyOf(id), analyst)).body).toMatchObject({ isAutomatic: true, isMine: false })
  for (const action of ["cancel", "remove"] as const)
    expect((await act(copyOf(id, action), analyst)).body).toMatchObject({
      code: "forbidden",
      permission: "replica:write",
    })
  expect((await read()).body.lists[0]).toMatchObject({ mayCancel: true, mayRemove: true })
  expect((await act(copyOf(id, "cancel"))).status).toBe(200)
  expect((await act(copyOf(id, "remove"))).status).toBe(204)
})
