import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue, listOperations, type Row } from "@/lib/catalogue"
import { createUpstream } from "@/lib/platform"
import { createStore } from "@/lib/records"
import {
  configOf,
  openReplicaWorld,
  type ReplicaWorld,
} from "@/lib/server/copies/testing/open-replica-world"
import { pathAt, startConformanceService } from "@/service/conformance/testing/conformance-service"
import { type Fixture, parametersAt } from "@/service/conformance/testing/fixtures"
import { demoClient } from "@/service/identity/demo-client"
import type { TestService } from "@/service/testing/test-service"
import { answersRoutes } from "../answers/routes"
import { createExpensiveWork } from "../http/slots"
import { createSmallGroupsGuard } from "../kpis/small-groups-guard"
import { createRouteAsker } from "../testing/ask-routes"
import { createTestBff, personOf } from "../testing/test-bff"
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
  world = await openReplicaWorld({ databaseUrl: inject("databaseUrl"), config, upstream })
  const { apiUrl, tokenUrl } = config
  const platform = { apiUrl, tokenUrl, clientId: demoClient.id, clientSecret: demoClient.secret }
  const { replica, pool, schema } = world
  const store = createStore({ pool, catalogue, schema })
  const time = { now: Date.now() }
  bff = createTestBff(platform, { time, copies: { replica, store }, guards: { dataPoint: guard } })
  const wholes = createWholeLists({ replica, store })
  ask = createRouteAsker(answersRoutes({ catalogue, wholes, guard, slots: createExpensiveWork(0) }))
})
afterAll(async () => {
  await bff?.close()
  await world?.close()
  await service?.stop()
})

const syncPosts = async () => {
  for (const place of places)
    await world.sync({ operation: posts.id, parameters: parametersAt(posts, place) })
}

test("Nothing is answered of what has not been copied, and the answer says so.", async () => {
  const refused = { status: 503, body: { code: "not_copied" } }
  expect(await bff.ask("/answers/content-posts")).toMatchObject(refused)
  expect(await ask(personOf("hr"), "GET /api/answers/content-posts/total")).toMatchObject(refused)
})

test("The posts of all modules are one list, each with its module, in pages that lead to its end and back.", async () => {
  await syncPosts()
  const live: Row[] = []
  for (const place of places) {
    const { body } = await bff.ask(pathAt(posts, place, "limit=1000"))
    const { moduleId } = parametersAt(posts, place)
    live.push(...(body.data as Row[]).map((row) => ({ ...row, moduleId })))
  }
  const pages = [await bff.ask("/answers/content-posts?limit=7&sort=id")]
  for (let url = pages[0]?.body.nextUrl; url; url = pages.at(-1)?.body.nextUrl) {
    expect(url).toMatch(/^\/api\/answers\/content-posts\?limit=7&cursor=/)
    pages.push(await bff.ask(url))
  }
  const rows = pages.flatMap(({ body }) => body.data as Row[])
  const byId = (one: Row, other: Row) => (`${one["id"]}` < `${other["id"]}` ? -1 : 1)
  expect(rows).toEqual(live.toSorted(byId))
  expect(new Set(pages.map(({ headers }) => headers.get("x-data-source")))).toEqual(
    new Set(["replica"]),
  )
  const back = await bff.ask(pages.at(-1)?.body.previousUrl)
  expect(back.body.data).toEqual(pages.at(-2)?.body.data)
  const total = await ask(personOf("hr"), "GET /api/answers/content-posts/total")
  expect(total.body).toMatchObject({ count: live.length, coverage: { whole: 2, lists: 2 } })
})

test("A total counts the rows that the same filters show.", async () => {
  const { moduleId } = parametersAt(posts, "there")
  const filters = `moduleId=${moduleId}&sortOrder[ne]=1`
  const { body } = await bff.ask(`/answers/content-posts?limit=1000&${filters}`)
  const total = await ask(personOf("hr"), `GET /api/answers/content-posts/total?${filters}`)
  expect(body.count).toBeGreaterThan(0)
  expect(total.body.count).toBe(body.count)
})

test("What is no list, no filter, or not one's own is refused.", async () => {
  const hr = personOf("hr")
  const total = (rest: string, person = hr) => ask(person, `GET /api/answers/${rest}`)
  expect((await total("nothing/total")).status).toBe(404)
  expect((await bff.ask("/answers/nothing")).status).toBe(404)
  expect((await total("content-posts/total?nothing=1")).status).toBe(400)
  expect((await total("content-posts/total?limit=7")).status).toBe(400)
  expect((await total("content-posts/total", personOf("analyst"))).status).toBe(403)
  const analyst = { session: personOf("analyst") }
  expect((await bff.ask("/answers/content-posts", analyst)).status).toBe(403)
  const points = { status: 403, body: { code: "small_groups" } }
  expect(await bff.ask("/answers/data-points", analyst)).toMatchObject(points)
  expect(await total("data-points/total", personOf("analyst"))).toMatchObject(points)
})
