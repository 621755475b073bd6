import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { type ListOperation, listOperations, type Row } from "@/lib/catalogue"
import { migrateTables } from "@/lib/db"
import { createUpstream } from "@/lib/platform"
import { createSmallGroups, createStore } from "@/lib/records"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "@/lib/server/copies/testing/open-replica-world"
import { rounds } from "@/scripts/testing/rounds"
import {
  pathAt,
  sample,
  startConformanceService,
} from "@/service/conformance/testing/conformance-service"
import { filterCases } from "@/service/conformance/testing/filter-cases"
import { parametersAt } from "@/service/conformance/testing/fixtures"
import { sortCases } from "@/service/conformance/testing/sort-cases"
import { demoClient } from "@/service/identity/demo-client"
import type { TestService } from "@/service/testing/test-service"
import { catalogue } from "../../catalogue"
import { createPersonalDataSets } from "../kpis/personal-data-sets"
import { createSmallGroupsGuard } from "../kpis/small-groups-guard"
import { createTestBff, personOf } from "../testing/test-bff"
import type { Copies } from "./copied-source"
import { createCoverages } from "./coverage"
import type { ReadsDependencies } from "./operations"

let service: TestService
let world: ReplicaWorld
type TestBff = ReturnType<typeof createTestBff>
const opened: TestBff[] = []
/** Reads for the copies wait for this promise. */
let gate: Promise<void> | undefined

const lists = listOperations(catalogue)
const copyOf = (operation: ListOperation) => ({
  operation: operation.id,
  parameters: parametersAt(operation, "here"),
})

const listOf = (id: string) => {
  const found = lists.find((each) => each.id === id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}
const [departments, categories] = [listOf("departments"), listOf("calendar-categories")]
const channels = listOf("notification-channels")

const openStore = () => createStore({ pool: world.pool, catalogue, schema: world.schema })
const sourceOf = ({ headers }: { headers: Headers }) => headers.get("x-data-source")

/** A BFF in front of the service, with or without copies. */
function openBff({
  copies = true,
  store = openStore(),
  replica = world.replica,
  time = { now: Date.now() },
  guards,
}: Partial<Copies & Pick<ReadsDependencies, "guards">> & {
  copies?: boolean
  time?: { now: number }
} = {}): TestBff {
  const { apiUrl, tokenUrl } = configOf(service.origin)
  const platform = { apiUrl, tokenUrl, clientId: demoClient.id, clientSecret: demoClient.secret }
  const coverages = createCoverages({ catalogue, replica: world.replica })
  const orders = async () => undefined
  const requested = copies && { copies: { replica, store, coverages, orders } }
  const bff = createTestBff(platform, { time, ...requested, ...(guards && { guards }) })
  opened.push(bff)
  return bff
}

/** Blocks all reads for the copies and returns a function that releases them. */
function holdCopies(): () => void {
  let release = () => {}
  gate = new Promise((resolve) => {
    release = resolve
  })
  return release
}

beforeAll(async () => {
  service = await startConformanceService()
  // The platform always sends the time fields by which lists are copied.
  await service.query(`
    update department set creation_date_time = '2024-02-01' where creation_date_time is null;
    update data_point set time_stamp = '2024-02-01' where time_stamp is null`)
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const read: typeof upstream.read = async (requested) => {
    await gate
    return upstream.read(requested)
  }
  const databaseUrl = inject("databaseUrl")
  world = await openReplicaWorld({ databaseUrl, config, upstream: { read }, rule: { tries: 3 } })
  for (const operation of lists) await world.sync(copyOf(operation))
})
afterAll(async () => {
  for (const { close } of opened) await close()
  await world?.close()
  await service?.stop()
})

const text = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** Rows without an id that tie in the sort order may come in any order. */
function expectSameRows(operation: ListOperation, copied: Row[], live: Row[], by: string[]) {
  if (catalogue.records[operation.record]?.fields["id"]) return expect(copied).toEqual(live)
  const keys = (rows: Row[]) =>
    rows.map((row) => by.map((name) => row[operation.properties[name]?.field ?? name]))
  expect(keys(copied)).toEqual(keys(live))
  expect(text(copied)).toEqual(text(live))
}

/** Filters and sort orders of a list: some in `npm test`, more in `npm run test:deep`. */
function queriesOf(operation: ListOperation) {
  const records = sample.records(operation, "here", "").map(({ values }) => values)
  const filters = filterCases(operation, records).map(({ query }) => ({
    query,
    by: [operation.defaultSort.replace("-", "")],
  }))
  const sorts = sortCases(operation).map(({ query, sort }) => ({
    query,
    by: sort.map(({ property }) => property),
  }))
  const all = [...filters, ...sorts]
  const every = rounds({ test: 40, deep: 2 })
  return all.filter((_, index) => index % every === 0)
}

describe("A copied list", () => {
  test.each(lists.map((each) => [each.id, each] as const))(
    "returns the platform's rows for each filter and each sort order: %s",
    async (_id, operation) => {
      const [own, plain] = [openBff(), openBff({ copies: false })]
      for (const { query, by } of queriesOf(operation)) {
        const url = pathAt(operation, "here", query)
        const [copied, live] = await Promise.all([own.ask(url), plain.ask(url)])
        expect([live.status, copied.status], url).toEqual([200, 200])
        expectSameRows(operation, copied.body.data, live.body.data, by)
        expect(copied.body.count).toBe(live.body.count)
        // No list sends the name of a content post, so no copy has it.
        const isHidden = operation.record === "contentPost" && /name/.test(query)
        expect([url, sourceOf(copied)]).toEqual([url, isHidden ? "live" : "replica"])
      }
    },
  )

  test.each(lists.map((each) => [each.id, each] as const))(
    "returns the platform's rows for random filters, sort orders and pages: %s",
    async (_id, operation) => {
      const [own, plain] = [openBff(), openBff({ copies: false })]
      const records = sample.records(operation, "here", "").map(({ values }) => values)
      const conditions = filterCases(operation, records).filter(
        ({ filter }) => operation.record !== "contentPost" || filter.property !== "name",
      )
      const orders = sortCases(operation).filter(
        ({ sort }) =>
          operation.record !== "contentPost" || !sort.some(({ property }) => property === "name"),
      )
      const hasId = catalogue.records[operation.record]?.fields["id"] !== undefined
      const request = fc.record({
        filters: fc.uniqueArray(fc.constantFrom(...conditions), {
          maxLength: 2,
          selector: ({ filter }) => `${filter.property} ${filter.operator}`,
        }),
        order: fc.constantFrom(...orders),
        // Rows without an id tie in any order, so a page may end between them.
        limit: hasId ? fc.integer({ min: 1, max: 40 }) : fc.constant(operation.limit.maximum),
      })
      const check = fc.asyncProperty(request, async ({ filters, order, limit }) => {
        const queries = [...filters, order].map(({ query }) => query)
        let urls = [own, plain].map(() =>
          pathAt(operation, "here", [...queries, `limit=${limit}`].join("&")),
        )
        for (let page = 0; page < 3 && urls[0]; page += 1) {
          const [copied, live] = await Promise.all([own.ask(urls[0]), plain.ask(urls[1] ?? "")])
          expect([live.status, copied.status, sourceOf(copied)], urls[0]).toEqual([
            200,
            200,
            "replica",
          ])
          const by = order.sort.map(({ property }) => property)
          expectSameRows(operation, copied.body.data, live.body.data, by)
          urls = [copied, live].map(({ body }) => body.nextUrl)
          expect(typeof urls[0]).toBe(typeof urls[1])
        }
      })
      await fc.assert(check, { numRuns: rounds({ test: 2, deep: 60 }) })
    },
  )

  test.each(["departments", "data-points"])(
    "is paged to its end and back with each record once: %s",
    async (id) => {
      const operation = listOf(id)
      const own = openBff()
      const { body } = await openBff({ copies: false }).ask(pathAt(operation, "here"))
      const pages = [await own.ask(pathAt(operation, "here", "limit=7"))]
      for (let url = pages[0]?.body.nextUrl; url; url = pages.at(-1)?.body.nextUrl)
        pages.push(await own.ask(url))
      const rows = (of: typeof pages) => of.flatMap((page) => page.body.data as Row[])
      expect(text(rows(pages))).toEqual(text(body.data))
      const back = pages.slice(-1)
      for (let url = back[0]?.body.previousUrl; url; url = back[0]?.body.previousUrl)
        back.unshift(await own.ask(url))
      expect(rows(back)).toEqual(rows(pages))
      expect(new Set([...pages, ...back].map(sourceOf))).toEqual(new Set(["replica"]))
      expect(pages[0]?.body.nextUrl).toMatch(/^\/api\/v1\.4\/[^?]+\?limit=7&cursor=/)
    },
  )

  test("has the start of its last run as the time of its data.", async () => {
    const { syncedUntil } = (await world.replica.find(copyOf(departments))) ?? {}
    const { headers } = await openBff().ask(pathAt(departments, "here"))
    expect(headers.get("x-data-as-of")).toBe(syncedUntil)
  })
})

const later = (minutes: number) => ({ now: Date.now() + minutes * 60_000 })
const refresh = { headers: new Headers({ "cache-control": "no-cache" }) }

test("A request for newer data is answered by the platform, and pages of the copy start over.", async () => {
  const own = openBff()
  const first = await own.ask(pathAt(departments, "here", "limit=7"))
  expect(sourceOf(await own.ask(pathAt(departments, "here", "limit=7"), refresh))).toBe("live")
  const next = await own.ask(first.body.nextUrl, refresh)
  expect(next).toMatchObject({ status: 410, body: { code: "cursor_expired" } })
})

test("A copy older than its schedule, or than an hour, is not read, except for pages that follow one of it.", async () => {
  const list = copyOf(categories)
  const path = pathAt(categories, "here", "limit=7")
  const sources = async (minutes: number) =>
    sourceOf(await openBff({ time: later(minutes) }).ask(path))
  expect([await sources(60), await sources(75)]).toEqual(["replica", "live"])
  await world.replica.schedule(list, 30)
  expect([await sources(30), await sources(45)]).toEqual(["replica", "live"])
  await world.replica.schedule(list, 1_000_000)
  const first = await openBff().ask(path)
  const next = await openBff({ time: later(100) }).ask(first.body.nextUrl)
  expect([next.status, sourceOf(next)]).toEqual([200, "replica"])
})

test("After an edit, the copies of both lists of the record are not read until they have been synced.", async () => {
  const older = listOf("departments-v1.2")
  const list = copyOf(departments)
  const sources = async () => {
    const own = openBff()
    const requested = [departments, older].map((each) => own.ask(pathAt(each, "here", "limit=7")))
    return (await Promise.all(requested)).map(sourceOf)
  }
  await world.replica.schedule(list, null)
  const first = await openBff().ask(pathAt(older, "here", "limit=7"))
  await world.replica.scheduleNow("department")
  expect(await sources()).toEqual(["live", "live"])
  const next = await openBff().ask(first.body.nextUrl)
  expect(next).toMatchObject({ status: 410, body: { code: "cursor_expired" } })
  await world.sync(list)
  expect(await sources()).toEqual(["replica", "replica"])
})

test("An edit during a sync triggers another sync, for rows that were read before it.", async () => {
  const list = copyOf(listOf("stage-reviews"))
  const release = holdCopies()
  await world.replica.start(list)
  await world.waitFor(list, ({ run }) => run !== null)
  await world.replica.scheduleNow("stageReview")
  release()
  const ended = await world.waitFor(list, (status) => isAtRest(status) && !status.isBehind)
  expect(Date.parse(ended.nextAt ?? "")).toBeGreaterThan(Date.now())
})

test("A copy that is removed during a read is not used, and its pages expire.", async () => {
  const list = copyOf(channels)
  const path = pathAt(channels, "here", "limit=7")
  const first = await openBff().ask(path)
  expect(sourceOf(first)).toBe("replica")
  const store = openStore()
  const readPage: typeof store.readPage = async (...requested) => {
    await world.replica.remove(list)
    return store.readPage(...requested)
  }
  const answer = await openBff({ store: { readPage } }).ask(path)
  expect([answer.body.data.length, sourceOf(answer)]).toEqual([7, "live"])
  const next = await openBff().ask(first.body.nextUrl)
  expect(next).toMatchObject({ status: 410, body: { code: "cursor_expired" } })
})

test("A first copy in progress is not read.", async () => {
  const release = holdCopies()
  const list = copyOf(channels)
  await world.replica.start(list)
  await world.waitFor(list, ({ run }) => run !== null)
  expect(sourceOf(await openBff().ask(pathAt(channels, "here")))).toBe("live")
  release()
  await world.waitFor(list, isAtRest)
  expect(sourceOf(await openBff().ask(pathAt(channels, "here")))).toBe("replica")
})

test("If the copy cannot be read, the platform is asked, and a page that follows one of it responds 503.", async () => {
  const path = pathAt(departments, "here", "limit=7")
  const first = await openBff().ask(path)
  const own = openBff({
    store: { readPage: () => Promise.reject(new Error("There is no database.")) },
  })
  expect(sourceOf(await own.ask(path))).toBe("live")
  const next = await own.ask(first.body.nextUrl)
  expect(next).toMatchObject({ status: 503, body: { code: "shared_state_unavailable" } })
  expect(own.logged.filter((line) => line.includes('"code":"copy"'))).toHaveLength(2)
})

test("Values of persons in a copy are refused to people who may see only groups.", async () => {
  const { pool, schema } = world
  await migrateTables(pool, "replica", schema)
  const smallGroups = createSmallGroups({ pool, catalogue, schema })
  const list = listOf("data-points")
  const upstream = createUpstream({
    catalogue,
    config: configOf(service.origin),
    clock: Date.now,
  })
  const personal = createPersonalDataSets({ list, smallGroups, upstream, clock: Date.now })
  const guard = createSmallGroupsGuard({ personal, setting: { read: async () => 5 } })
  const own = openBff({ guards: { dataPoint: guard } })
  const path = pathAt(listOf("data-points"), "here")
  const [analyst, admin] = [{ session: personOf("analyst") }, { session: personOf("admin") }]
  const refused = { status: 403, body: { code: "small_groups" } }
  expect(await own.ask(path, analyst)).toMatchObject(refused)
  expect(sourceOf(await own.ask(path, admin))).toBe("replica")
})
