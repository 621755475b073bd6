import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue, parseWorkspace, type Workspace } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import type { Role } from "../../session"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { readAllViews } from "../views/service"
import { createSavedViews } from "../views/table"
import { paletteRoutes } from "./routes"

const schema = `palette_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const views = createSavedViews({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const parsed = parseWorkspace(catalogue, {
  contentModules: [{ id: id(1), name: "News", posts: [{ id: id(2), name: "New rota" }] }],
  dataSets: [{ id: id(3), name: "Turnover", unit: "DKK" }],
  templates: [{ id: id(4), name: "Welcome" }],
})
const workspace: Workspace = parsed.ok ? parsed.workspace : { entries: [] }
const named = (sub: string, ...roles: Role[]) => ({ ...personOf(...roles), sub })
const askerFrom = (readWorkspace: () => Promise<Workspace>) =>
  createRouteAsker(
    paletteRoutes({
      catalogue,
      readViews: (session) => readAllViews(catalogue, views, session),
      readWorkspace,
    }),
  )
const read = async (who: ReturnType<typeof named>, from = async () => workspace) =>
  (await askerFrom(from)(who, "GET /api/palette")).body

test("names of the workspace are returned only for records that a person may read", async () => {
  const namesFor = async (...roles: Role[]) =>
    (await read(named("eva", ...roles))).entries.map(({ name }: { name: string }) => name)
  expect(await namesFor("admin")).toEqual(["News", "Turnover", "Welcome"])
  expect(await namesFor("hr")).toEqual(["News", "Welcome"])
  expect(await namesFor("analyst")).toEqual(["Turnover", "Welcome"])
  expect(await namesFor()).toEqual([])
  expect((await read(named("eva", "hr"))).entries[0].children[0].name).toBe("New rota")
})

test("saved views are returned to people who see them and may read their reports", async () => {
  const keep = (name: string, report: string, owner: string, role: Role | null) =>
    views.create({ report, owner, ownerName: null, name, search: "sort=name", role })
  await keep("Own", "departments", "eva", null)
  await keep("Shared", "highscores", "ida", "hr")
  await keep("Private", "departments", "ida", null)
  const viewsFor = async (who: ReturnType<typeof named>) =>
    (await read(who)).views.map(({ name }: { name: string }) => name)
  expect(await viewsFor(named("eva", "hr"))).toEqual(["Own", "Shared"])
  expect(await viewsFor(named("eva", "analyst"))).toEqual(["Own"])
  expect(await viewsFor(named("ida", "analyst"))).toEqual(["Private"])
  expect(await viewsFor(named("eva"))).toEqual([])
})

test("if the workspace cannot be read, only its names are missing", async () => {
  const broken = () => Promise.reject(new Error("faulty"))
  expect(await read(named("mia", "admin"), broken)).toEqual({ entries: [], views: [] })
})

test("the palette requires a session", async () => {
  const { status } = await askerFrom(async () => workspace)(undefined, "GET /api/palette")
  expect(status).toBe(401)
})
