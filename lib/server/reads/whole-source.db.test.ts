import { afterAll, beforeAll, expect, inject, test } from "vitest"
import {
  catalogue,
  listOperations,
  type PathParameters,
  printPath,
  type Row,
  singleOperations,
} from "@/lib/catalogue"
import { createUpstream, UpstreamError } from "@/lib/platform"
import { createStore } from "@/lib/records"
import {
  configOf,
  openReplicaWorld,
  type ReplicaWorld,
} from "@/lib/server/copies/testing/open-replica-world"
import { deepTest } from "@/scripts/testing/deep-test"
import { pathAt, startConformanceService } from "@/service/conformance/testing/conformance-service"
import { type Fixture, parametersAt } from "@/service/conformance/testing/fixtures"
import { demoClient } from "@/service/identity/demo-client"
import type { TestService } from "@/service/testing/test-service"
import { answersRoutes } from "../answers/routes"
import { createExpensiveWork } from "../http/slots"
import { createSmallGroupsGuard } from "../kpis/small-groups-guard"
import { createRouteAsker } from "../testing/ask-routes"
import { createTestBff, personOf } from "../testing/test-bff"
import { createCoverages } from "./coverage"
import { createWholeLists } from "./whole-source"

let service: TestService
let world: ReplicaWorld
let bff: ReturnType<typeof createTestBff>
let ask: ReturnType<typeof createRouteAsker>

const lists = listOperations(catalogue)
const listOf = (id: string) => {
  const found = lists.find((each) => each.id === id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}
const posts = listOf("content-posts")
/** Ids of a missing record, of a forbidden one, and of one that has not been read yet. */
const [gone, forbidden, unread] = ["1", "2", "3"].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string]
const faults = new Map([
  [forbidden, new UpstreamError("upstream_forbidden")],
  [unread, new UpstreamError("upstream_unreachable")],
])
const places: readonly Fixture[] = ["here", "there"]

const personal = { holdsPersons: async () => true, note: async () => {} }
const guard = createSmallGroupsGuard({ personal, setting: { read: async () => 5 } })

beforeAll(async () => {
  service = await startConformanceService()
  await service.query(
    "update content_post set creation_date_time = '2024-02-01' where creation_date_time is null",
  )
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  world = await openReplicaWorld({
    databaseUrl: inject("databaseUrl"),
    config,
    upstream: {
      async read(requested) {
        const fault = faults.get(requested.parameters["eventId"] ?? "")
        if (fault) throw fault
        return upstream.read(requested)
      },
    },
  })
  const { apiUrl, tokenUrl } = config
  const platform = { apiUrl, tokenUrl, clientId: demoClient.id, clientSecret: demoClient.secret }
  const { replica, pool, schema } = world
  const store = createStore({ pool, catalogue, schema })
  const coverages = createCoverages({ catalogue, replica })
  const orders = async () => undefined
  const time = { now: Date.now() }
  bff = createTestBff(platform, {
    time,
    copies: { replica, store, coverages, orders },
    guards: { dataPoint: guard },
  })
  const wholes = createWholeLists({ coverages, store })
  ask = createRouteAsker(
    answersRoutes({
      catalogue,
      wholes,
      guard,
      slots: createExpensiveWork(0),
      findNames: async () => ({ [parametersAt(posts, "there")["moduleId"] ?? ""]: "=News" }),
    }),
  )
})
afterAll(async () => {
  await bff?.close()
  await world?.close()
  await service?.stop()
})

const byId = (one: Row, other: Row) => (`${one["id"]}` < `${other["id"]}` ? -1 : 1)

const syncPosts = async () => {
  for (const place of places)
    await world.sync({ operation: posts.id, parameters: parametersAt(posts, place) })
}

test("A whole list that has not been copied responds 503 not_copied.", async () => {
  const refused = { status: 503, body: { code: "not_copied" } }
  expect(await bff.ask("/answers/content-posts")).toMatchObject(refused)
  expect(await ask(personOf("hr"), "GET /api/answers/content-posts/total")).toMatchObject(refused)
  expect(await ask(personOf("hr"), "GET /api/answers/content-posts/summary")).toMatchObject(refused)
})

test("The posts of all modules are one list, with their modules, and can be paged to the end and back.", async () => {
  await syncPosts()
  const live: Row[] = []
  for (const place of places) {
    const { body } = await bff.ask(pathAt(posts, place, "limit=1000"))
    const { moduleId } = parametersAt(posts, place)
    // No views are copied here.
    const counted = { seenBy: null, readBy: null }
    live.push(...(body.data as Row[]).map((row) => ({ ...row, moduleId, ...counted })))
  }
  const pages = [await bff.ask("/answers/content-posts?limit=7&sort=id")]
  for (let url = pages[0]?.body.nextUrl; url; url = pages.at(-1)?.body.nextUrl) {
    expect(url).toMatch(/^\/api\/answers\/content-posts\?limit=7&cursor=/)
    pages.push(await bff.ask(url))
  }
  const rows = pages.flatMap(({ body }) => body.data as Row[])
  expect(rows).toEqual(live.toSorted(byId))
  expect(new Set(pages.map(({ headers }) => headers.get("x-data-source")))).toEqual(
    new Set(["replica"]),
  )
  const back = await bff.ask(pages.at(-1)?.body.previousUrl)
  expect(back.body.data).toEqual(pages.at(-2)?.body.data)
  const total = await ask(personOf("hr"), "GET /api/answers/content-posts/total")
  expect(total.body).toMatchObject({ count: live.length, coverage: { whole: 2, lists: 2 } })
})

test("A total counts the rows that the list has with the same filters.", async () => {
  const { moduleId } = parametersAt(posts, "there")
  const filters = `moduleId=${moduleId}&sortOrder[ne]=1`
  const { body } = await bff.ask(`/answers/content-posts?limit=1000&${filters}`)
  const total = await ask(personOf("hr"), `GET /api/answers/content-posts/total?${filters}`)
  expect(body.count).toBeGreaterThan(0)
  expect(total.body.count).toBe(body.count)
})

test("A summary counts the rows of each group and has queries for them, and its total counts all rows.", async () => {
  const hr = personOf("hr")
  const question = "group=moduleId&group=status&measure=count&measure=share:status=Published"
  const { body } = await ask(hr, `GET /api/answers/content-posts/summary?${question}`)
  const { body: all } = await bff.ask("/answers/content-posts?limit=1000")
  const rows: Row[] = all.data
  expect(body).toMatchObject({ coverage: { whole: 2, lists: 2 }, others: [0, 0] })
  expect(body.total).toMatchObject({ n: rows.length, drill: "" })
  const [modules, states] = body.groups.map(({ keys }: { keys: Row[] }) => keys)
  for (const { keys, n, drill } of body.rows) {
    const [moduleId, status] = [modules[keys[0]].value, states[keys[1]].value]
    const own = rows.filter((row) => row["moduleId"] === moduleId && row["status"] === status)
    expect(own.length).toBe(n)
    const { body: followed } = await bff.ask(`/answers/content-posts?limit=1000&${drill}`)
    expect(followed.data.toSorted(byId)).toEqual(own.toSorted(byId))
  }
  const published = rows.filter(({ status }) => status === "Published").length
  expect(body.total.figures[1]).toMatchObject({ value: published / rows.length, n: published })
})

test("A summary can be exported, with names in place of ids and with formulas escaped.", async () => {
  const path = "/api/answers/content-posts/summary/file?group=moduleId"
  const csv = await ask(personOf("hr"), `GET ${path}&format=csv`)
  expect(csv.headers.get("content-disposition")).toContain("summary-content-posts.csv")
  const { moduleId } = parametersAt(posts, "here")
  const { body: all } = await bff.ask("/answers/content-posts?limit=1000")
  const here = all.data.filter((row: Row) => row["moduleId"] === moduleId).length
  const lines = csv.text.replace("\uFEFF", "").trim().split("\r\n")
  expect(lines[0]).toBe("moduleId,count")
  expect(lines.slice(1).toSorted()).toEqual(
    [`${moduleId},${here}`, `'=News,${all.count - here}`, `total,${all.count}`].toSorted(),
  )
  const sheet = await ask(personOf("hr"), `GET ${path}&format=xlsx`)
  expect(sheet.text.startsWith("PK")).toBe(true)
  expect((await ask(personOf("hr"), `GET ${path}&format=pdf`)).status).toBe(400)
  expect((await ask(personOf("hr"), `GET ${path}`)).status).toBe(400)
})

deepTest(
  "Records that only a by-id operation returns are one list, and those that cannot be read are counted.",
  async () => {
    const event = singleOperations(catalogue).find(({ id }) => id === "calendar-event")
    if (!event) throw new Error("There is no such operation.")
    const hr = personOf("hr")
    const list = "/answers/calendar-events"
    const total = () => ask(hr, "GET /api/answers/calendar-events/total")
    expect(await bff.ask(list)).toMatchObject({ status: 503, body: { code: "not_copied" } })
    const [, { rows: stored }] = (await service.query(
      `select in_module_id as "moduleId", in_calendar_id as "calendarId", id as "eventId"
     from calendar_event order by id limit 4`,
    )) as [unknown, { readonly rows: readonly PathParameters[] }]
    const live: Row[] = []
    for (const parameters of stored) {
      await world.sync({ operation: event.id, parameters })
      const { body } = await bff.ask(printPath(event, parameters))
      const { eventId: _eventId, ...path } = parameters
      live.push({ ...body.data, ...path })
    }
    expect(live).toHaveLength(4)
    const { body } = await bff.ask(`${list}?sort=id`)
    expect(body.data).toEqual(live.toSorted(byId))
    const known = { whole: 4, lists: 4, missing: 0 }
    expect((await total()).body).toMatchObject({ count: 4, coverage: known })

    const named = (eventId: string) => ({
      operation: event.id,
      parameters: { ...parametersAt(event, "here"), eventId },
    })
    await world.sync(named(gone))
    await world.replica.start(named(forbidden))
    await world.waitFor(named(forbidden), ({ state }) => state === "failed")
    await world.replica.start(named(unread))
    await world.waitFor(named(unread), ({ reason }) => reason !== null)
    const { body: counted } = await total()
    expect(counted).toMatchObject({ count: 4, coverage: { whole: 6, lists: 7, missing: 2 } })
    const { body: summary } = await ask(hr, "GET /api/answers/calendar-events/summary?group=type")
    expect(summary).toMatchObject({ coverage: counted.coverage, total: { n: 4 } })
    const { body: all } = await ask(hr, "GET /api/answers")
    expect(all.lists).toContainEqual(expect.objectContaining({ list: "calendar-events" }))

    const [first] = stored
    await service.query(`delete from calendar_event where id = '${first?.["eventId"]}'`)
    await world.recheck({ operation: event.id, parameters: { ...first } })
    expect((await total()).body).toMatchObject({ count: 3, coverage: { whole: 6, missing: 3 } })
    expect((await bff.ask(list, { session: personOf("analyst") })).status).toBe(403)
  },
)

test("An unknown list, filter or group, and a list without permission, are refused.", async () => {
  const hr = personOf("hr")
  const total = (rest: string, person = hr) => ask(person, `GET /api/answers/${rest}`)
  expect((await total("nothing/total")).status).toBe(404)
  expect((await bff.ask("/answers/nothing")).status).toBe(404)
  expect((await total("content-posts/total?nothing=1")).status).toBe(400)
  expect((await total("content-posts/total?limit=7")).status).toBe(400)
  expect((await total("content-posts/summary?group=nothing")).status).toBe(400)
  expect((await total("nothing/summary")).status).toBe(404)
  expect((await total("content-posts/summary", personOf("analyst"))).status).toBe(403)
  expect((await total("content-posts/summary/file?format=csv", personOf("analyst"))).status).toBe(
    403,
  )
  expect((await total("content-posts/total", personOf("analyst"))).status).toBe(403)
  const analyst = { session: personOf("analyst") }
  expect((await bff.ask("/answers/content-posts", analyst)).status).toBe(403)
  const points = { status: 403, body: { code: "small_groups" } }
  expect(await bff.ask("/answers/data-points", analyst)).toMatchObject(points)
  expect(await total("data-points/total", personOf("analyst"))).toMatchObject(points)
  expect(await total("data-points/summary", personOf("analyst"))).toMatchObject(points)
  const file = "data-points/summary/file?format=csv"
  expect(await total(file, personOf("analyst"))).toMatchObject(points)
})
