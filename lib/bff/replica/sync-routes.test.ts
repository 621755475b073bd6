import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "@/lib/replica/testing/open-replica-world"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue } from "../../catalogue"
import { loadPoints } from "../exports/testing/source-points"
import type { Quota } from "../quota-feed"
import { createOwnAsker } from "../testing/ask-own-route"
import { personOf } from "../testing/test-bff"
import type { SyncOrder } from "./sync-routes"
import { syncRoutes, syncRunsRoute } from "./sync-routes"

const [hr, analyst, admin] = [personOf("hr"), personOf("analyst"), personOf("admin")]
const none = { person: 0, export: 0, sync: 0 }
const quota: Quota = {
  ...{ limit: 95, windowSeconds: 61, used: 0, usedByLane: none, waiting: none },
  ...{ platformLimit: 100, isDown: false, freeInSeconds: 0, turnInSeconds: 0, pausedSeconds: 0 },
}

let service: TestService
let world: ReplicaWorld
let dataSetId: string
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  world = await openReplicaWorld({
    databaseUrl: inject("databaseUrl"),
    config: configOf(service.origin),
  })
  dataSetId = await loadPoints(service, 2500)
})
afterAll(async () => {
  await world?.close()
  await service?.stop()
})

const ask = createOwnAsker()
const parts = () => ({ catalogue, replica: world.replica, feed: { read: async () => quota } })
const read = (person = admin) => ask(syncRoutes(parts()), person)
const readRuns = (search: string, person = admin) =>
  ask([syncRunsRoute(parts())], person, { search })
const act = (order: object, person = admin) =>
  ask(syncRoutes(parts()), person, { method: "POST", json: order })

const points = (action: SyncOrder["action"], more: Partial<SyncOrder> = {}): SyncOrder => ({
  ...{ operation: "data-points", parameters: { dataSetId }, action },
  ...more,
})
const list = () => ({ operation: "data-points", parameters: { dataSetId } })

test("An analyst starts the copy of a data set, sees it come to its end and what it cost.", async () => {
  const before = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, analyst)
  expect(before.body).toEqual({ list: null, runs: [], estimate: { calls: null, minutes: null } })
  const started = await act(points("start", { everyMinutes: 30 }), analyst)
  expect(started.body).toMatchObject({ state: "running", everyMinutes: 30, isComplete: false })
  await world.waitFor(list(), isAtRest)
  const { body } = await read(analyst)
  expect(body.lists).toHaveLength(1)
  expect(body.lists[0]).toMatchObject({ state: "idle", rows: 2500, isComplete: true, run: null })
  const runs = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, analyst)
  expect(runs.body.runs).toMatchObject([{ kind: "full", outcome: "done", pages: 3, calls: 4 }])
  expect(runs.body.estimate).toMatchObject({ calls: 3, minutes: expect.any(Number) })
})

test("What a person may not read they neither see nor change.", async () => {
  expect((await read(hr)).body).toEqual({ lists: [] })
  for (const action of ["start", "pause", "recheck", "remove"] as const)
    expect((await act(points(action), hr)).body).toMatchObject({ code: "forbidden" })
  const runs = await readRuns(`?operation=data-points&dataSetId=${dataSetId}`, hr)
  expect(runs.status).toBe(403)
  expect((await act({ operation: "departments", action: "start" }, analyst)).status).toBe(403)
  expect((await act({ operation: "departments", action: "start" }, hr)).status).toBe(403)
  expect((await act(points("remove"), analyst)).body).toMatchObject({ code: "forbidden" })
  expect((await ask(syncRoutes(parts()), undefined)).status).toBe(401)
})

test("A schedule is changed, a list paused and resumed, and removed by an administrator.", async () => {
  const changed = await act(points("schedule", { everyMinutes: null }), analyst)
  expect(changed.body).toMatchObject({ everyMinutes: null, nextAt: null })
  expect((await act(points("pause"))).body).toMatchObject({ state: "paused" })
  expect((await act(points("resume"))).body).toMatchObject({ state: "idle" })
  expect((await act(points("remove"))).status).toBe(204)
  expect((await act(points("remove"))).body).toMatchObject({ code: "not_found" })
  expect((await act(points("pause"))).body).toMatchObject({ code: "not_found" })
})

test.each([
  ["an unknown list", { operation: "nothing", action: "start" }],
  ["an operation that is no list", { operation: "content-post", action: "start" }],
  ["a missing parameter", { operation: "data-points", action: "start" }],
  ["an unknown action", { operation: "departments", action: "explode" }],
  ["too short a schedule", { operation: "departments", action: "start", everyMinutes: 1 }],
  ["an unknown member", { operation: "departments", action: "start", more: true }],
])("A wish with %s is refused.", async (_, order) => {
  expect((await act(order)).body).toMatchObject({ status: 400, code: "invalid_body" })
})

test("Runs of a list that is not named rightly are refused.", async () => {
  for (const search of ["", "?operation=nothing", `?operation=data-points&dataSetId=7`])
    expect((await readRuns(search)).body).toMatchObject({ code: "invalid_query" })
  const unknown = await readRuns(`?operation=data-points&dataSetId=${randomUUID()}`)
  expect(unknown.body).toMatchObject({ list: null, runs: [] })
})
