import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest"
import { findOperation, type ListOperation } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { loadPoints } from "@/lib/server/exports/testing/source-points"
import { deepTest } from "@/scripts/testing/deep-test"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { CopiedList } from "./replica"
import { digestRows } from "./testing/digest-rows"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"

const catalogue = withSmallPages(100)
const points = pointsOf(catalogue)

let service: TestService
const worlds: ReplicaWorld[] = []
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
})
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.close()
})
afterAll(() => service.stop())

const open = async (more: Partial<Parameters<typeof openReplicaWorld>[0]> = {}) => {
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  const world = await openReplicaWorld({ databaseUrl, config, catalogue, ...more })
  worlds.push(world)
  return world
}

const operationOf = (id: string) => findOperation(catalogue, id) as ListOperation
const pointsList = (dataSetId: string): CopiedList => ({
  operation: points.id,
  parameters: { dataSetId },
})

/** Expects equal rows on the platform and in the copy, and returns their number. */
async function expectEqual(world: ReplicaWorld, { operation, parameters }: CopiedList) {
  const list = operationOf(operation)
  const copy = await digestRows(world.pool, world.schema, list, parameters)
  expect(copy).toEqual(await digestRows(world.pool, service.schema, list, parameters))
  return copy.count
}

const newestRun = async (world: ReplicaWorld, list: CopiedList) =>
  (await world.replica.history(list))[0]

/** An upstream that counts calls and delays those for which `hold` returns a promise. */
function watch(hold: (call: number) => Promise<unknown> | undefined = () => undefined) {
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const seen = { calls: 0, searches: [] as string[] }
  const read: Upstream["read"] = async (requested) => {
    seen.calls += 1
    seen.searches.push(requested.search.toString())
    await hold(seen.calls)
    return upstream.read(requested)
  }
  return { upstream: { read }, seen }
}

/** A promise that resolves when `open` is called. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test("A re-check of records with ids finds new, edited and deleted records and rewrites no others.", async () => {
  const departments = Array.from({ length: 230 }, (_, index) =>
    sampleDepartment({
      id: randomUUID(),
      creationDateTime: new Date(Date.UTC(2024, 0, 1 + (index % 50))).toISOString(),
    }),
  )
  await service.store.loadRecords(
    "department",
    departments.map((values) => ({ values })),
  )
  const world = await open()
  const list = { operation: "departments", parameters: {} }
  await world.sync(list)
  expect(await expectEqual(world, list)).toBe(230)
  const [edited, gone, moved] = departments.map(({ id }) => id)
  await service.query(`
    update department set name = 'Øst', locales = '[{"culture":"da-DK","description":"Ny"}]' where id = '${edited}';
    update department set creation_date_time = '2024-03-01T00:00:00Z' where id = '${moved}';
    delete from department where id = '${gone}'`)
  await service.store.loadRecords("department", [
    { values: sampleDepartment({ id: randomUUID() }) },
  ])
  const versions = () =>
    world.pool.query(`select id, xmin from "${world.schema}".department order by id`)
  const before = await versions()
  await world.recheck(list)
  await expectEqual(world, list)
  expect(await newestRun(world, list)).toMatchObject({
    kind: "recheck",
    outcome: "done",
    rows: 230,
    inserted: 2,
    changed: 1,
    deleted: 2,
  })
  const touched = (await versions()).rows.filter(
    ({ id, xmin }) => before.rows.find((row) => row.id === id)?.xmin !== xmin,
  )
  expect(touched).toHaveLength(3)
  await service.query("truncate department")
})

deepTest("An older version of a list is copied as the version that has all fields.", async () => {
  const world = await open()
  const status = await world.sync({ operation: "departments-v1.2", parameters: {} })
  expect(status.operation).toBe("departments")
  expect(await world.replica.list()).toHaveLength(1)
})

deepTest("A list without a time becomes visible to readers only when it is complete.", async () => {
  const channels = Array.from({ length: 250 }, (_, index) => ({
    values: { id: randomUUID(), name: index % 40 === 0 ? null : `Channel ${index % 30}` },
  }))
  await service.store.loadRecords("notificationChannel", channels)
  const { opened, open: release } = gate()
  const { upstream } = watch((call) => (call === 3 ? opened : undefined))
  const world = await open({ upstream })
  const list = { operation: "notification-channels", parameters: {} }
  await world.replica.start(list)
  const half = await world.waitFor(list, ({ run }) => run?.pages === 2)
  expect([half.rows, half.run?.rows]).toEqual([0, 0])
  release()
  await world.waitFor(list, isAtRest)
  expect(await expectEqual(world, list)).toBe(250)
  await service.query(`delete from notification_channel where name = 'Channel 7'`)
  await world.sync(list)
  expect(await newestRun(world, list)).toMatchObject({ kind: "recheck", inserted: 0, changed: 0 })
  await expectEqual(world, list)
})

deepTest("Records that lack the time field of their list are copied too.", async () => {
  const [lesson, question] = [randomUUID(), randomUUID()]
  const participations = Array.from({ length: 260 }, (_, index) => ({
    values: {
      courseLessonId: lesson,
      courseQuestionId: question,
      userId: null,
      isCorrectAnswer: index % 2 === 0,
      points: index % 5,
      creationDateTime: index % 3 === 0 ? null : `2024-01-0${1 + (index % 9)}T00:00:00.5Z`,
      lastModifiedDateTime: null,
    },
  }))
  await service.store.loadRecords("questionParticipation", participations)
  const world = await open({ rule: { pagesATurn: 2 } })
  const list = { operation: "question-participations", parameters: {} }
  await world.sync(list)
  expect(await expectEqual(world, list)).toBe(260)
  await service.query(`delete from question_participation where creation_date_time is null and points = 0;
    update question_participation set points = 9 where creation_date_time is null and points = 1`)
  await world.sync(list)
  await expectEqual(world, list)
})

test("An incremental copy reads from two days before the newest record and finds late, edited and deleted rows.", async () => {
  const dataSetId = await loadPoints(service, 0)
  const day = (index: number) => new Date(Date.UTC(2024, 0, index)).toISOString()
  const rows = Array.from({ length: 300 }, (_, index) => ({
    scope: { dataSetId },
    values: { label: "a", timeStamp: day(index), value: index },
  }))
  await service.store.loadRecords("dataPoint", rows)
  const { upstream, seen } = watch()
  const world = await open({ upstream })
  const list = pointsList(dataSetId)
  await world.sync(list)
  const before = seen.calls
  await service.query(`update data_point set value = -1 where value = 298 and in_data_set_id = '${dataSetId}';
    delete from data_point where value = 297 and in_data_set_id = '${dataSetId}'`)
  const late = { label: "late", timeStamp: "2024-10-24T12:00:00Z", value: 1 }
  await service.store.loadRecords("dataPoint", [{ scope: { dataSetId }, values: late }])
  await world.sync(list)
  await expectEqual(world, list)
  expect(seen.calls).toBe(before + 1)
  expect(seen.searches.at(-1)).toContain(encodeURIComponent("timeStamp[gte]"))
  const run = await newestRun(world, list)
  expect(run).toMatchObject({ kind: "incremental", inserted: 2, deleted: 2, rows: 3 })
})

test("A record dated in the future does not hide new records from an incremental copy.", async () => {
  const dataSetId = await loadPoints(service, 0)
  const load = (daysAhead: number) => {
    const timeStamp = new Date(Date.now() + daysAhead * 86_400_000).toISOString()
    const values = { label: "a", timeStamp, value: daysAhead }
    return service.store.loadRecords("dataPoint", [{ scope: { dataSetId }, values }])
  }
  for (const daysAhead of [-10, -5, 60]) await load(daysAhead)
  const { upstream, seen } = watch()
  const world = await open({ upstream })
  const list = pointsList(dataSetId)
  await world.sync(list)
  await load(0)
  await world.sync(list)
  expect(await expectEqual(world, list)).toBe(4)
  const run = await newestRun(world, list)
  expect(run).toMatchObject({ kind: "incremental", inserted: 1, rows: 2 })
  expect(seen.searches.at(-1)).toContain(encodeURIComponent("timeStamp[gte]"))
})

test("An incremental copy finds edited records by modification time, however old they are.", async () => {
  const made = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString()
  const departments = Array.from({ length: 250 }, (_, index) =>
    sampleDepartment({ creationDateTime: made(index), lastModifiedDateTime: made(index) }),
  )
  await service.store.loadRecords(
    "department",
    departments.map((values) => ({ values })),
  )
  const world = await open()
  const list = { operation: "departments", parameters: {} }
  await world.sync(list)
  const edited = departments.slice(0, 120).map(({ id }) => `'${id}'`)
  await service.query(`update department set city = 'Oslo', last_modified_date_time = now()
    where id in (${edited.join(", ")})`)
  await world.sync(list)
  await expectEqual(world, list)
  const run = await newestRun(world, list)
  expect(run).toMatchObject({ kind: "incremental", inserted: 0, changed: 120, deleted: 0 })
  expect(run?.calls).toBe(3)
  const { syncedUntil } = await world.waitFor(list, isAtRest)
  await world.replica.scheduleNow("department")
  await world.waitFor(list, (status) => isAtRest(status) && status.syncedUntil !== syncedUntil)
  await service.query("truncate department")
})

deepTest("Intervals that are read concurrently may page with the same offsets.", async () => {
  const dataSetId = await loadPoints(service, 0)
  const rows = Array.from({ length: 1600 }, (_, index) => ({
    scope: { dataSetId },
    values: {
      label: "a",
      timeStamp: new Date(Date.UTC(2024, 0, 1, index)).toISOString(),
      value: 1,
    },
  }))
  await service.store.loadRecords("dataPoint", rows)
  const { upstream } = watch()
  const read: Upstream["read"] = async (requested) => {
    const answer = await upstream.read(requested)
    const next = new URLSearchParams(requested.search)
    next.set("offset", `${Number(next.get("offset") ?? 0) + 100}`)
    const nextUrl = `${configOf(service.origin).apiUrl}/v1.4/dataSets/${dataSetId}/dataPoints?${next}`
    const { envelope } = answer
    return "nextUrl" in envelope && envelope.nextUrl
      ? { ...answer, envelope: { ...envelope, nextUrl } }
      : answer
  }
  const world = await open({ upstream: { read } })
  await world.sync(pointsList(dataSetId))
  expect(world.faults).toEqual([])
  expect(await expectEqual(world, pointsList(dataSetId))).toBe(1600)
})

deepTest(
  "A paused list resumes where it stopped, and a cancelled first copy is reported as missing.",
  async () => {
    const dataSetId = await loadPoints(service, 600)
    const { opened, open: release } = gate()
    const { upstream, seen } = watch((call) => (call === 3 ? opened : undefined))
    const world = await open({ upstream })
    const list = pointsList(dataSetId)
    await world.replica.start(list)
    await world.waitFor(list, ({ run }) => run?.pages === 2)
    const paused = await world.replica.pause(list)
    expect(paused).toMatchObject({ state: "paused", isComplete: false })
    release()
    const { pages } = paused?.run ?? { pages: 0 }
    const { gaps, state } = await world.replica.completeness(list)
    expect([state, gaps]).toEqual([
      "partial",
      [
        { from: expect.any(String), to: expect.any(String) },
        { from: null, to: expect.any(String) },
      ],
    ])
    await world.replica.resume(list)
    await world.waitFor(list, isAtRest)
    await expectEqual(world, list)
    expect(pages).toBeGreaterThanOrEqual(2)
    const read = (await newestRun(world, list))?.pages ?? 0
    expect(seen.calls).toBeLessThanOrEqual(read + 1)

    const other = await open({
      upstream: watch((call) => (call === 4 ? gate().opened : undefined)).upstream,
    })
    await other.replica.start(list)
    await other.waitFor(list, ({ run }) => run?.pages === 2)
    const cancelled = await other.replica.cancel(list)
    expect(cancelled).toMatchObject({ state: "idle", run: null, isComplete: false, nextAt: null })
    expect((await other.replica.completeness(list)).state).toBe("none")
    expect(await newestRun(other, list)).toMatchObject({ outcome: "cancelled", pages: 2 })
  },
)

describe("A page that is being stored", () => {
  /** A copy whose third page is stored, but not yet committed. */
  async function openStoring() {
    const dataSetId = await loadPoints(service, 1000)
    const [stored, going] = [gate(), gate()]
    let pages = 0
    const onRange = async () => {
      pages += 1
      if (pages === 3) stored.open()
      if (pages === 3) await going.opened
    }
    const world = await open({ onRange })
    await world.replica.start(pointsList(dataSetId))
    await stored.opened
    const { pool, schema, replica } = world
    const asking = `select from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0`
    return {
      replica,
      list: pointsList(dataSetId),
      /** Releases the page once the work waits for it or has ended, then waits for both. */
      async storeDuring<T>(work: Promise<T>): Promise<T> {
        let isOver = false
        const ended = work.finally(() => {
          isOver = true
        })
        const isWaiting = async () => (await pool.query(asking, [`"${schema}"`])).rowCount !== 0
        await expect.poll(async () => isOver || (await isWaiting())).toBe(true)
        going.open()
        const answer = await ended
        await replica.stop()
        return answer
      },
      async count() {
        const text = `select count(*)::int as count from "${schema}".data_point`
        return (await pool.query<{ count: number }>(text)).rows[0]?.count
      },
    }
  }

  deepTest("is counted if its run is cancelled.", async () => {
    const { replica, list, storeDuring, count } = await openStoring()
    const cancelled = await storeDuring(replica.cancel(list))
    expect(cancelled?.rows).toBe(await count())
  })

  deepTest("is deleted if its list is removed.", async () => {
    const { replica, list, storeDuring, count } = await openStoring()
    expect(await storeDuring(replica.remove(list))).toBe(true)
    expect(await count()).toBe(0)
  })
})

deepTest(
  "Only one of two instances syncs a list, and the other continues when it stops.",
  async () => {
    const dataSetId = await loadPoints(service, 1000)
    const { opened, open: release } = gate()
    const [one, two] = [watch((call) => (call === 5 ? opened : undefined)), watch()]
    const first = await open({ upstream: one.upstream })
    const second = await open({ upstream: two.upstream, schema: first.schema })
    const list = pointsList(dataSetId)
    await first.replica.start(list)
    await first.waitFor(list, ({ run }) => (run?.pages ?? 0) >= 3)
    const stopped = first.replica.stop()
    release()
    await Promise.all([stopped, second.replica.find(list)])
    const done = await second.waitFor(list, isAtRest)
    expect(done.rows).toBe(1000)
    await expectEqual(second, list)
    const pages = (await newestRun(second, list))?.pages ?? 0
    expect(one.seen.calls + two.seen.calls).toBeLessThanOrEqual(pages + 1)
  },
)

deepTest(
  "A list is synced when it is due, and compared in full when its re-check is due.",
  async () => {
    const dataSetId = await loadPoints(service, 150)
    const world = await open()
    const list = pointsList(dataSetId)
    const first = await world.sync(list)
    expect(first.nextAt).not.toBe(null)
    const makeDue = (column: string) =>
      world.pool.query(`update "${world.schema}".sync_list set ${column} = now()`)
    await makeDue("next_at")
    await world.waitFor(
      list,
      (status) => isAtRest(status) && status.syncedUntil !== first.syncedUntil,
    )
    expect((await newestRun(world, list))?.kind).toBe("incremental")
    await world.pool.query(
      `update "${world.schema}".sync_list set check_at = now(), next_at = now()`,
    )
    await world.waitFor(list, (status) => isAtRest(status) && status.checkedAt !== first.checkedAt)
    expect((await newestRun(world, list))?.kind).toBe("recheck")
    expect(await world.replica.schedule(list, null)).toMatchObject({
      everyMinutes: null,
      nextAt: null,
    })
  },
)

test("A list that the platform does not have fails with not_found.", async () => {
  const world = await open()
  const list = pointsList(randomUUID())
  await world.replica.start(list)
  const failed = await world.waitFor(list, ({ state }) => state === "failed")
  expect(failed).toMatchObject({ reason: "not_found", isComplete: false })
})

deepTest("Pages out of order delete no rows and are reported as upstream_invalid.", async () => {
  const dataSetId = await loadPoints(service, 300)
  let isTurned = false
  const { upstream: straight } = watch()
  const read: Upstream["read"] = async (requested) => {
    const answer = await straight.read(requested)
    const { data } = answer.envelope
    if (!isTurned || !Array.isArray(data)) return answer
    return { ...answer, envelope: { ...answer.envelope, data: data.toReversed() } }
  }
  const world = await open({ upstream: { read } })
  const list = pointsList(dataSetId)
  await world.sync(list)
  isTurned = true
  await world.replica.recheck(list)
  const status = await world.waitFor(list, ({ reason }) => reason !== null)
  expect(status).toMatchObject({ reason: "upstream_invalid", rows: 300 })
  await expectEqual(world, list)
})

deepTest("After a failed remove, the next sync counts the rows of the list again.", async () => {
  const dataSetId = await loadPoints(service, 300)
  let isBroken = false
  const onRange = async () => {
    if (isBroken) throw new Error("The database is gone.")
  }
  const world = await open({ onRange })
  const list = pointsList(dataSetId)
  await world.sync(list)
  isBroken = true
  await expect(world.replica.remove(list)).rejects.toThrow("The database is gone.")
  isBroken = false
  expect((await world.sync(list)).rows).toBe(await expectEqual(world, list))
})

test("Removing a list deletes its own rows and no others.", async () => {
  const [one, two] = [await loadPoints(service, 150), await loadPoints(service, 120)]
  const world = await open()
  await world.sync(pointsList(one))
  await world.sync(pointsList(two))
  expect(await world.replica.remove(pointsList(one))).toBe(true)
  expect(await world.replica.remove(pointsList(one))).toBe(false)
  expect(await world.replica.completeness(pointsList(one))).toMatchObject({ state: "none" })
  const count = `select count(*)::int as count from "${world.schema}".data_point`
  expect((await world.pool.query(count)).rows).toEqual([{ count: 120 }])
  await expectEqual(world, pointsList(two))
})
