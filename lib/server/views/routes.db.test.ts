import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { catalogue, explorationReport, summaryReport } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import type { Role } from "../../session"
import { BffError } from "../http/problem"
import type { Existence } from "../reads/existence"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { viewsRoutes } from "./routes"
import { readAllViews } from "./service"
import { createSavedViews, viewLimits } from "./table"

const schema = `views_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const views = createSavedViews({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(async () => {
  await pool.query(`truncate "${schema}".saved_view cascade`)
})
afterAll(async () => {
  await pool.end()
})

/** A data set that does not exist. */
const nowhere = randomUUID()
const existence: Existence = {
  async require(_session, _operation, { dataSetId }) {
    if (dataSetId === nowhere) throw new BffError("not_found")
  },
}
const ask = createRouteAsker(viewsRoutes({ catalogue, views, existence }))
const named = (sub: string, ...roles: Role[]) => ({ ...personOf(...roles), sub, name: sub })
const [eva, ida] = [named("eva", "hr"), named("ida", "hr")]
const [ben, mia] = [named("ben", "analyst"), named("mia", "admin")]
type Person = typeof eva

const report = "departments"
const content = { report, name: "Stores", search: "type=Store&sort=-name", role: null }
const save = (who: Person, more: object = {}) =>
  ask(who, "POST /api/views", { json: { ...content, ...more } })
const list = async (who: Person, of = report) =>
  (await ask(who, `GET /api/views?report=${of}`)).body
const change = (who: Person, id: string, json: object) =>
  ask(who, `PATCH /api/views/${id}`, { json })
const remove = (who: Person, id: string) => ask(who, `DELETE /api/views/${id}`)
const choose = (who: Person, json: object) =>
  ask(who, "PUT /api/views/defaults", { json: { report, ...json } })
const namesFor = async (who: Person) =>
  (await list(who)).views.map(({ name }: { name: string }) => name)

test("a saved view is private; a shared one is visible to its role and changed only by its owner or an administrator", async () => {
  const { status, body } = await save(eva)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: "Stores",
    search: content.search,
    role: null,
    isMine: true,
  })
  for (const who of [ida, ben, mia]) {
    expect(await namesFor(who)).toEqual([])
    expect((await change(who, body.id, { name: "Mine" })).body.code).toBe("not_found")
    expect((await remove(who, body.id)).body.code).toBe("not_found")
  }
  expect((await change(eva, body.id, { role: "hr" })).body).toMatchObject({
    role: "hr",
    name: "Stores",
  })
  expect([await namesFor(ida), await namesFor(ben), await namesFor(mia)]).toEqual([
    ["Stores"],
    [],
    ["Stores"],
  ])
  expect((await list(ida)).views[0]).toMatchObject({
    isMine: false,
    mayChange: false,
    ownerName: "eva",
  })
  expect((await change(ida, body.id, { name: "Mine" })).body.code).toBe("forbidden")
  expect((await change(mia, body.id, { name: "All stores" })).body).toMatchObject({
    name: "All stores",
    role: "hr",
  })
  expect((await remove(ida, body.id)).body.code).toBe("forbidden")
  expect((await remove(mia, body.id)).status).toBe(204)
  expect(await namesFor(eva)).toEqual([])
})

test("nobody saves or reads views of a report without permission, or shares one with a role without it", async () => {
  const other = { report: "highscores" }
  expect((await save(ben, other)).body).toMatchObject({
    code: "forbidden",
    permission: "highscores:read",
  })
  expect(await list(ben, "highscores")).toMatchObject({ code: "forbidden" })
  expect((await save(eva, { ...other, role: "analyst" })).body).toMatchObject({
    code: "invalid_body",
    errors: [{ parameter: "role" }],
  })
  const { body } = await save(eva, other)
  expect((await change(eva, body.id, { role: "analyst" })).body.code).toBe("invalid_body")
  expect((await save(personOf() as Person)).body.code).toBe("forbidden")
  for (const unknown of ["nothing", "", "update-department", "content-post"])
    expect((await list(mia, unknown)).code).toBe("not_found")
})

test("a shared view remains after its owner loses the role, and the owner cannot change it", async () => {
  const { body } = await save(eva, { report: "highscores", role: "hr" })
  const without = named("eva", "analyst")
  expect((await change(without, body.id, { name: "x" })).body.code).toBe("forbidden")
  expect(await list(ida, "highscores")).toMatchObject({ views: [{ id: body.id }] })
})

test("a person's own default precedes that of the role, which only an administrator sets", async () => {
  const own = (await save(eva, { name: "Own" })).body.id
  const shared = (await save(ida, { name: "Shared", role: "hr" })).body.id
  expect((await list(eva)).opensWith).toBeNull()
  for (const who of [eva, ida])
    expect((await choose(who, { for: "hr", view: shared })).body.code).toBe("forbidden")
  expect((await choose(mia, { for: "hr", view: shared })).status).toBe(204)
  expect(await list(eva)).toMatchObject({
    opensWith: shared,
    ownDefault: null,
    roleDefaults: { hr: shared },
  })
  expect((await list(ben)).opensWith).toBeNull()
  expect((await list(mia)).opensWith).toBeNull()
  await choose(eva, { for: "me", view: own })
  expect((await list(eva)).opensWith).toBe(own)
  expect((await list(ida)).opensWith).toBe(shared)
  await choose(eva, { for: "me", view: null })
  expect((await list(eva)).opensWith).toBe(shared)
})

test("a default must be of the same report and shared with its role", async () => {
  const own = (await save(mia)).body.id
  const elsewhere = (await save(mia, { report: "highscores", role: "hr" })).body.id
  expect((await choose(mia, { for: "hr", view: own })).body.code).toBe("invalid_body")
  expect((await choose(mia, { for: "me", view: elsewhere })).body.code).toBe("invalid_body")
  expect((await choose(eva, { for: "me", view: own })).body.code).toBe("not_found")
  expect((await choose(eva, { for: "me", view: randomUUID() })).body.code).toBe("not_found")
})

test("a duplicate name is refused on save and on change", async () => {
  await save(eva)
  const again = await save(eva)
  expect(again).toMatchObject({ status: 409, body: { code: "name_taken" } })
  const { id } = (await save(eva, { name: "Other" })).body
  expect((await change(eva, id, { name: "Stores" })).body.code).toBe("name_taken")
})

test.each([
  ["no name", { name: " " }],
  ["a long name", { name: "x".repeat(101) }],
  ["a NUL", { name: "a\0b" }],
  ["an address over 4 KB", { search: "x".repeat(4097) }],
  ["an unknown role", { role: "boss" }],
  ["more than is asked for", { owner: "eva" }],
  ["no report", { report: 1 }],
])("a view with %s is not saved", async (_, more) => {
  expect(await save(eva, more)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
})

test("a search that the report does not know is stored unchanged", async () => {
  const search = "view.colour=red&name[like]=%00&%E0%A4%A"
  expect((await save(eva, { search })).body.search).toBe(search)
})

test("an id that is no GUID is not found", async () => {
  for (const id of ["x", "'; drop table saved_view", "00000000-0000-0000-0000-000000000000"])
    expect((await remove(eva, id)).body.code).toBe("not_found")
})

test("a whole list has its own views, which can be shared and opened by default", async () => {
  const whole = "all-stage-reviews"
  const waiting = { report: whole, name: "Waiting", search: "status=Pending&sort=creationDateTime" }
  expect((await save(ben, waiting)).body).toMatchObject({ permission: "serviceform:read" })
  const { body } = await save(eva, { ...waiting, role: "hr" })
  expect((await list(ida, whole)).views).toMatchObject([{ name: "Waiting", role: "hr" }])
  expect((await list(ida, "stage-reviews")).views).toEqual([])
  const chosen = await choose(ida, { report: whole, for: "me", view: body.id })
  expect(chosen.status).toBe(204)
  expect((await list(ida, whole)).opensWith).toBe(body.id)
  const all = await readAllViews(catalogue, views, ida)
  expect(all).toMatchObject([{ report: whole, name: "Waiting" }])
  expect(await readAllViews(catalogue, views, ben)).toEqual([])
  expect((await save(eva, { report: "all-content-post" })).body.code).toBe("not_found")
})

test("an exploration is a view of its data set, and a pinned one is on the Home page of all who see it", async () => {
  const dataSetId = randomUUID()
  const exploration = {
    report: explorationReport(dataSetId),
    name: "Revenue",
    search: "measure=sum&group=label",
  }
  expect((await save(eva, exploration)).body).toMatchObject({ permission: "kpis:read" })
  expect((await save(ben, { ...exploration, role: "hr" })).body.code).toBe("invalid_body")
  const { body } = await save(ben, { ...exploration, role: "analyst" })
  expect(body).toMatchObject({ name: "Revenue", pinned: false })
  const pinned = async (who: Person) => (await ask(who, "GET /api/views/pinned")).body.views
  expect(await pinned(ben)).toEqual([])
  expect((await change(ben, body.id, { pinned: true })).body).toMatchObject({ pinned: true })
  expect((await change(ben, body.id, { name: "All" })).body).toMatchObject({ pinned: true })
  const other = named("cleo", "analyst")
  expect(await pinned(other)).toMatchObject([
    { id: body.id, dataSetId, search: "measure=sum&group=label" },
  ])
  expect(await pinned(named("ben", "hr"))).toEqual([])
  expect(await pinned(eva)).toEqual([])
})

const exploreOf = (who: Person, more: object = {}) =>
  save(who, { report: explorationReport(randomUUID()), role: "admin", pinned: true, ...more })
const readPinned = async (who: Person) => (await ask(who, "GET /api/views/pinned")).body
const hide = (who: Person, view: string, hidden: boolean) =>
  ask(who, "PUT /api/views/hidden", { json: { view, hidden } })

test("a person may pin a limited number of explorations to Home, and each can be unpinned or removed", async () => {
  const outcomes = []
  for (let at = 0; at < 30; at += 1) outcomes.push(await exploreOf(ben))
  const refused = outcomes.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(30 - viewLimits.pinned)
  for (const { status, body } of refused)
    expect({ status, code: body.code }).toEqual({ status: 409, code: "limit_reached" })
  const { views: shown } = await readPinned(mia)
  expect(shown).toHaveLength(viewLimits.pinned)
  expect(shown[0]).toMatchObject({ mayChange: true, ownerName: "ben" })
  expect((await change(mia, shown[0].id, { pinned: false })).status).toBe(200)
  expect((await remove(mia, shown[1].id)).status).toBe(204)
  expect((await remove(ben, shown[2].id)).status).toBe(204)
  expect((await readPinned(mia)).views).toHaveLength(viewLimits.pinned - 3)
})

test("an exploration of an unknown data set is not saved", async () => {
  const refused = await exploreOf(ben, { report: explorationReport(nowhere) })
  expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } })
  expect(await list(ben, explorationReport(nowhere))).toMatchObject({ views: [] })
})

test("a person can hide what others pinned from their own Home, and show it again", async () => {
  const { id } = (await exploreOf(ben)).body
  expect((await hide(eva, id, true)).body.code).toBe("not_found")
  expect((await hide(mia, randomUUID(), true)).body.code).toBe("not_found")
  expect((await hide(mia, id, true)).status).toBe(204)
  expect(await readPinned(mia)).toMatchObject({ views: [], hidden: [{ id, ownerName: "ben" }] })
  expect(await readPinned(ben)).toMatchObject({ views: [{ id }], hidden: [] })
  expect((await hide(mia, id, false)).status).toBe(204)
  expect(await readPinned(mia)).toMatchObject({ views: [{ id }], hidden: [] })
})

test("a view that calls the platform cannot be pinned", async () => {
  expect((await save(eva, { pinned: true })).body).toMatchObject({
    code: "invalid_body",
    errors: [{ parameter: "pinned" }],
  })
  const { body } = await save(eva)
  expect((await change(eva, body.id, { pinned: true })).body.code).toBe("invalid_body")
})

test("summaries and views of whole lists can be pinned beside explorations, for people with permission", async () => {
  const [list, search] = ["all-stage-reviews", "status=Pending"]
  const summary = { report: summaryReport(list), name: "By form", search: "group=formId" }
  expect((await save(ben, summary)).body).toMatchObject({ permission: "serviceform:read" })
  for (const report of ["stage-reviews", "all-nothing", "x"].map(summaryReport))
    expect((await save(mia, { ...summary, report })).body.code).toBe("not_found")
  const kept = { ...summary, role: "admin", pinned: true }
  expect((await save(eva, { ...kept, role: "analyst" })).body.code).toBe("invalid_body")
  expect((await save(eva, kept)).status).toBe(200)
  const rows = { report: list, name: "Waiting", search, role: "admin", pinned: true }
  expect((await save(eva, rows)).status).toBe(200)
  expect((await exploreOf(ben, { name: "Revenue" })).status).toBe(200)
  const { views: shown } = await readPinned(mia)
  expect(shown.map(({ name, report: of }: { name: string; report: string }) => [name, of])).toEqual(
    [
      ["By form", summaryReport(list)],
      ["Revenue", expect.stringMatching(/^kpi:/)],
      ["Waiting", list],
    ],
  )
  expect(shown[0]).not.toHaveProperty("dataSetId")
  expect((await readPinned(ben)).views).toMatchObject([{ name: "Revenue" }])
})

test("a person arranges their own Home, and later pins follow by name", async () => {
  const ids: string[] = []
  for (const name of ["A", "B", "C"]) ids.push((await exploreOf(ben, { name })).body.id)
  const [, second, third] = ids
  const tiles = [
    { view: third?.toUpperCase(), wide: true },
    { view: randomUUID(), wide: true },
    { view: second, wide: false },
  ]
  expect((await ask(mia, "PUT /api/views/home", { json: { tiles } })).status).toBe(204)
  const shownTo = async (who: Person) =>
    (await readPinned(who)).views.map(({ name, wide }: { name: string; wide: boolean }) => [
      name,
      wide,
    ])
  expect(await shownTo(mia)).toEqual([
    ["C", true],
    ["B", false],
    ["A", false],
  ])
  expect(await shownTo(ben)).toEqual([
    ["A", false],
    ["B", false],
    ["C", false],
  ])
  await exploreOf(ben, { name: "0" })
  expect((await shownTo(mia)).map(([name]: unknown[]) => name)).toEqual(["C", "B", "0", "A"])
  const faulty = await ask(mia, "PUT /api/views/home", {
    json: { tiles: [{ view: "x", wide: 1 }] },
  })
  expect(faulty.body.code).toBe("invalid_body")
})

const readAll = async (who: Person) => (await ask(who, "GET /api/views/all")).body.views

test("all views that a person may see and read are listed with what they may do with each", async () => {
  const list = "all-stage-reviews"
  await save(eva, { name: "Own" })
  await save(eva, { report: list, name: "Waiting", role: "hr", pinned: true })
  await save(eva, { report: summaryReport(list), name: "By form", pinned: true })
  await exploreOf(ben, { name: "Revenue", role: "analyst" })
  const told = async (who: Person) =>
    (await readAll(who)).map((view: Record<string, unknown>) => [
      view["name"],
      view["mayChange"],
      view["mayPin"],
      view["onHome"],
    ])
  expect(await told(eva)).toEqual([
    ["By form", true, true, "yes"],
    ["Own", true, false, "no"],
    ["Waiting", true, true, "yes"],
  ])
  expect(await told(ida)).toEqual([["Waiting", false, false, "yes"]])
  expect(await told(mia)).toEqual([
    ["Revenue", true, true, "others"],
    ["Waiting", true, true, "others"],
  ])
  expect(await told(ben)).toEqual([["Revenue", true, true, "yes"]])
  expect(await told(named("ben", "hr"))).toEqual([["Waiting", false, false, "yes"]])
  expect(await told(personOf() as Person)).toEqual([])
  const [waiting] = await readAll(ida)
  expect(waiting).toMatchObject({
    report: list,
    role: "hr",
    roles: ["hr", "admin"],
    isMine: false,
    ownerName: "eva",
  })
  expect((await hide(ida, waiting.id, true)).status).toBe(204)
  expect(await told(ida)).toEqual([["Waiting", false, false, "hidden"]])
  expect(await told(eva)).toContainEqual(["Waiting", true, true, "yes"])
})

test("a change of an outdated version of a view is refused, and succeeds on the current version", async () => {
  const { body } = await save(eva, { role: "hr" })
  const { id, changedAt } = body
  const first = await change(eva, id, { name: "Eva's", changedAt })
  expect(first).toMatchObject({ status: 200, body: { name: "Eva's" } })
  const second = await change(mia, id, { name: "Mia's", role: "admin", changedAt })
  expect(second).toMatchObject({ status: 409, body: { code: "view_conflict" } })
  const [now] = (await list(eva)).views
  expect(now).toMatchObject({ name: "Eva's", role: "hr", changedAt: first.body.changedAt })
  const again = await change(mia, id, { name: "Mia's", changedAt: now.changedAt })
  expect(again).toMatchObject({ status: 200, body: { name: "Mia's", role: "hr" } })
  expect((await change(mia, id, { name: "x", changedAt: "now" })).body.code).toBe("invalid_body")
})

test("concurrent changes of different parts of a view are all saved", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = (await save(eva, { name: `Before ${round}`, role: "hr" })).body
    const changes = [{ name: `After ${round}` }, { role: "admin" }, { search: "type=Region" }]
    const answers = await Promise.all(changes.map((part) => change(eva, id, part)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const found = (await readAll(eva)).find((view: { id: string }) => view.id === id)
    expect(found).toMatchObject({ name: `After ${round}`, role: "admin", search: "type=Region" })
  }
})
