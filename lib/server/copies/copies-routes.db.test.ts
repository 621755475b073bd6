import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { startTestService, type TestService } from "@/service/testing/test-service"
import {
  catalogue,
  findOperation,
  type ListOperation,
  type Workspace,
  wholeList,
} from "../../catalogue"
import type { CopiedOperation, CopyPolicy } from "../../contract"
import { poolSession } from "../../db"
import { createUpstream, type Upstream } from "../../platform"
import { isSpread } from "../../records/citus"
import type { Session } from "../../session"
import { isWholeCopy } from "../reads/copied-source"
import { createCoverages } from "../reads/coverage"
import { type Asking, createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { keepCopies } from "./automatic-lists"
import { copiesRoutes } from "./copies-routes"
import type { CopiedList, ListCopyStatus } from "./replica"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "./testing/open-replica-world"

const [hr, admin] = [personOf("hr"), personOf("admin")]
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usual: CopyPolicy = { isCopied: true, everyMinutes: null, retentionDays: null }

let service: TestService
let world: ReplicaWorld
/** The queries of the requests for data points. */
const searches: URLSearchParams[] = []
const callsOf = new Map<string, number>()
const ids: readonly string[] = [randomUUID(), randomUUID()]
const named = (kind: string) => (id: string) => ({ kind, id, name: id, children: [] })
let workspace: Workspace

/** Ten data points an hour for ten days. */
function* pointsOf(dataSetId: string) {
  for (let index = 0; index < 2400; index += 1) {
    const at = Date.now() - Math.floor(index / 10) * hourMs - hourMs / 2
    const timeStamp = new Date(at).toISOString()
    const values = {
      label: `${index % 10}`,
      timeStamp,
      value: index,
      departmentId: null,
      userId: null,
    }
    yield { scope: { dataSetId }, values }
  }
}

beforeAll(async () => {
  const [databaseUrl] = [inject("databaseUrl")]
  service = await startTestService({ databaseUrl, count: 30 })
  await service.store.loadContainers(ids.map((id) => ({ kind: "dataSet", id, name: id })))
  for (const id of ids) await service.store.loadRecords("dataPoint", pointsOf(id))
  const stored = await service.query("select id from communication_template limit 1")
  const templates = (stored as { rows: { id: string }[] }[]).flatMap(({ rows }) =>
    rows.map(({ id }) => id),
  )
  workspace = {
    entries: [...ids.map(named("dataSet")), ...templates.map(named("communicationTemplate"))],
  }
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const read: Upstream["read"] = (requested) => {
    const { id } = requested.operation
    callsOf.set(id, (callsOf.get(id) ?? 0) + 1)
    if (id === "data-points") searches.push(requested.search)
    return upstream.read(requested)
  }
  world = await openReplicaWorld({
    databaseUrl,
    config,
    upstream: { read },
    rule: { pagesATurn: 2 },
  })
})
afterAll(async () => {
  await world?.close()
  await service?.stop()
})

const ask = (person: Session | undefined, requested: string, asking: Asking = {}) =>
  createRouteAsker(
    copiesRoutes({
      catalogue,
      replica: world.replica,
      budget: 10,
      rateLimit: 100,
      clock: Date.now,
      complain: (error) => {
        throw error
      },
    }),
  )(person, requested, asking)

const setPolicy = (operation: string, policy: Partial<CopyPolicy>, person = admin) =>
  ask(person, `PUT /api/copies/${operation}`, { json: { ...usual, ...policy } })
async function readOf(operation: string): Promise<CopiedOperation> {
  const { body } = await ask(admin, "GET /api/copies")
  return body.operations.find((each: CopiedOperation) => each.operation === operation)
}

const keep = () =>
  keepCopies({
    catalogue,
    replica: world.replica,
    readWorkspace: async () => workspace,
    dailyCalls: undefined,
    clock: Date.now,
    complain: () => {},
  })

const list = (id = ids[0] ?? ""): CopiedList => ({
  operation: "data-points",
  parameters: { dataSetId: id },
})
const isOver = (each: ListCopyStatus) =>
  each.state === "failed" || (each.isComplete && isAtRest(each))

async function waitForAll(isThere = isOver): Promise<readonly ListCopyStatus[]> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const lists = await world.replica.list()
    if (lists.length > 0 && lists.every(isThere)) return lists
    await delay(20)
  }
  throw new Error("Lists are not at rest.")
}

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.pool.query(text.replaceAll("@", `"${world.schema}"`), values)).rows as T[]
const timesOf = async (id = ids[0]) => {
  const text = "select time_stamp as at from @.data_point where in_data_set_id = $1"
  return (await query<{ at: Date }>(text, [id])).map(({ at }) => at.getTime())
}

test("Only administrators may see and change what is copied.", async () => {
  expect((await ask(undefined, "GET /api/copies")).status).toBe(401)
  expect((await ask(hr, "GET /api/copies")).body).toMatchObject({ permission: "replica:write" })
  expect((await setPolicy("highscores", {}, hr)).status).toBe(403)
  expect((await ask(hr, "POST /api/copies/highscores/refresh")).status).toBe(403)
})

test.each([
  ["a schedule of four minutes", "highscores", { everyMinutes: 4 }, "invalid_body"],
  ["a schedule of more than a week", "highscores", { everyMinutes: 10_081 }, "invalid_body"],
  ["no day to keep", "data-points", { retentionDays: 0 }, "invalid_body"],
  ["days to keep of records without a time", "highscores", { retentionDays: 9 }, "invalid_body"],
  ["an unknown operation", "nothing", {}, "not_found"],
  ["a list that is copied as another version", "departments-v1.2", {}, "not_found"],
  ["days to keep of records by their ids", "content-post", { retentionDays: 9 }, "invalid_body"],
])("A policy with %s is refused.", async (_, operation, policy, code) => {
  expect((await setPolicy(operation, policy)).body).toMatchObject({ code })
})

describe("automatic copies:", () => {
  beforeAll(async () => {
    await keep()
    await waitForAll()
  })

  test("the figures match the stored rows and the calls made.", async () => {
    const { body } = await ask(admin, "GET /api/copies")
    const lists = await query<{
      id: string
      operation: string
      checked_at: Date | null
      synced_until: Date
      state: string
      reason: string
    }>("select * from @.sync_list")
    const points = await query<{ n: number }>("select count(*)::int as n from @.data_point")
    const departments = await query<{ n: number }>("select count(*)::int as n from @.department")
    expect(points[0]?.n).toBe(4800)
    let [calls, rows] = [0, 0]
    for (const each of body.operations as CopiedOperation[]) {
      const own = lists.filter(({ operation }) => operation === each.operation)
      const whole = own.filter((one) => one.checked_at !== null)
      const oldest = whole.map((one) => one.synced_until.toISOString()).toSorted()[0] ?? null
      const failed = own.filter(({ state }) => state === "failed")
      expect(each).toMatchObject({
        lists: own.length,
        whole: whole.length,
        waiting: 0,
        calls: callsOf.get(each.operation) ?? 0,
        asOf: oldest,
      })
      expect(each.failed.reduce((sum, one) => sum + one.lists, 0)).toBe(failed.length)
      calls += each.calls
      rows += each.rows
    }
    expect(await readOf("data-points")).toMatchObject({ lists: 2, rows: 4800 })
    expect(await readOf("departments")).toMatchObject({ rows: departments[0]?.n })
    expect(calls).toBeGreaterThan(10)
    expect(await readOf("communication-template")).toMatchObject({ lists: 1, whole: 1, rows: 1 })
    expect(body.all).toMatchObject({ calls, rows, budget: 10, quota: 100 })
    const ofDays = body.days.flatMap((each: { calls: object }) => Object.values(each.calls))
    expect(ofDays.reduce((sum: number, each: number) => sum + each, 0)).toBe(calls)
    expect(body.days).toHaveLength(14)
    expect(body.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  })

  test("disk size includes indexes, and an operation has personal data if a field names a person.", async ({
    skip,
  }) => {
    // With shards, PostgreSQL's size functions see an empty table, so there is nothing to compare.
    skip(await isSpread(poolSession(world.pool)))
    const text = `select pg_relation_size('@.data_point') as rows, pg_indexes_size('@.data_point') as indexes`
    const [size] = await query<{ rows: string; indexes: string }>(text)
    const { bytes, hasPersonalData, timeField } = await readOf("data-points")
    expect(bytes).toBeGreaterThanOrEqual(Number(size?.rows) + Number(size?.indexes))
    expect(bytes).toBeLessThan(1.5 * (Number(size?.rows) + Number(size?.indexes)) + 100_000)
    expect([hasPersonalData, timeField]).toEqual([true, "timeStamp"])
    expect(await readOf("departments")).toMatchObject({ hasPersonalData: true })
    expect(await readOf("highscores")).toMatchObject({ hasPersonalData: false, timeField: null })
    expect(await readOf("content-views")).toMatchObject({ hasPersonalData: true })
  })

  test("an administrator's schedule applies until it is reset to automatic.", async () => {
    const { body } = await setPolicy("highscores", { everyMinutes: 2000 })
    expect(body.policy).toEqual({ ...usual, everyMinutes: 2000 })
    await keep()
    const highscores = { operation: "highscores", parameters: {} }
    expect((await world.replica.find(highscores))?.everyMinutes).toBe(2000)
    await setPolicy("highscores", {})
    await keep()
    expect((await world.replica.find(highscores))?.everyMinutes).toBe(15)
  })

  deepTest("an administrator can sync all lists of an operation again.", async () => {
    const runs = async () => (await world.replica.history(list())).length
    const before = await runs()
    expect((await ask(admin, "POST /api/copies/data-points/refresh")).status).toBe(204)
    while ((await runs()) === before) await delay(20)
    await waitForAll()
  })

  deepTest("calls stay counted after their list is removed.", async () => {
    const { body: before } = await ask(admin, "GET /api/copies")
    await world.replica.remove(list(ids[1]))
    const { body } = await ask(admin, "GET /api/copies")
    expect(body.all.calls).toBe(before.all.calls)
    await keep()
    await waitForAll()
  })

  test("rows past their retention are deleted by the next run, not read again, and reported as a gap.", async () => {
    expect(await timesOf()).toHaveLength(2400)
    await setPolicy("data-points", { retentionDays: 5 })
    await world.waitFor(list(), (each) => each.keptFrom !== null && isAtRest(each))
    const cut = Date.now() - 5 * dayMs
    const kept = await timesOf()
    expect(Math.min(...kept)).toBeGreaterThan(cut - 60_000)
    expect(kept.length).toBe(
      Array.from(pointsOf("")).filter(({ values }) => Date.parse(values.timeStamp) > cut).length,
    )
    const found = await world.replica.find(list())
    expect(found).toMatchObject({ rows: kept.length, isComplete: true })
    const { state, gaps } = await world.replica.completeness(list())
    expect([state, gaps]).toEqual(["complete", [{ from: null, to: found?.keptFrom }]])
    expect(found && isWholeCopy(found)).toBe(false)
    const { coverage } = await createCoverages({
      catalogue,
      replica: world.replica,
    }).require(wholeList(catalogue, findOperation(catalogue, "data-points") as ListOperation))
    expect(coverage.whole).toBeLessThan(coverage.lists)
    searches.length = 0
    await world.recheck(list())
    expect((await timesOf()).length).toBe(kept.length)
    const lowest = searches.filter((search) => !search.has("cursor"))
    expect(lowest.length).toBeGreaterThan(0)
    for (const search of lowest) {
      const from = search.get("timeStamp[gte]")
      expect(Date.parse(from ?? "1970-01-01")).toBeGreaterThan(cut - 60_000)
    }
  })

  deepTest("rows are read again after their retention is extended.", async () => {
    await setPolicy("data-points", {})
    await world.waitFor(list(), (each) => each.keptFrom === null && isAtRest(each))
    expect(await timesOf()).toHaveLength(2400)
    expect((await world.replica.completeness(list())).gaps).toEqual([])
    await waitForAll()
  })

  deepTest(
    "switching copies off removes all lists but those that a person requested; switching on restores them.",
    async () => {
      const [first = "", second = ""] = ids
      await world.replica.remove(list(first))
      const order = { person: "p", name: "Ben", maxOrdered: 9, maxUnfinished: 9 }
      await world.replica.order(list(first), order)
      await world.waitFor(list(first), isOver)
      const { body } = await setPolicy("data-points", { isCopied: false })
      expect(body.policy).toEqual({ ...usual, isCopied: false })
      const other = await world.replica.find(list(second))
      expect(other?.isComplete ?? false).toBe(false)
      while ((await world.replica.find(list(second))) !== undefined) await delay(20)
      await keep()
      expect(await world.replica.find(list(second))).toBeUndefined()
      expect([(await timesOf(first)).length, await timesOf(second)]).toEqual([2400, []])
      await setPolicy("data-points", {})
      await keep()
      await world.waitFor(list(second), isOver)
      expect(await timesOf(second)).toHaveLength(2400)
    },
  )
})
