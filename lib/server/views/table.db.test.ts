import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createSavedViews, type StoredView, viewLimits } from "./table"

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

const report = "departments"
const eva = { person: "eva", roles: ["hr"] }
const ben = { person: "ben", roles: ["analyst"] }

async function save(name: string, more: Partial<StoredView> = {}): Promise<StoredView> {
  const parts = { report, owner: "eva", ownerName: "Eva", name, search: "type=Store", role: null }
  const saved = await views.create({ ...parts, ...more })
  if ("refused" in saved) throw new Error(saved.refused)
  return saved
}
const namesFor = async (reader: typeof eva) =>
  (await views.list(report, reader)).map(({ name }) => name)

test("a view is private until it is shared, and then visible to its role", async () => {
  const view = await save("Stores")
  expect(view).toMatchObject({ name: "Stores", search: "type=Store", role: null, ownerName: "Eva" })
  expect(view.changedAt).toBeGreaterThan(Date.now() - 60_000)
  await save("Elsewhere", { report: "highscores" })
  expect([await namesFor(eva), await namesFor(ben)]).toEqual([["Stores"], []])
  expect(await views.find(view.id, ben)).toBeUndefined()
  await views.change(view.id, { ...view, role: "analyst" })
  expect([await namesFor(eva), await namesFor(ben)]).toEqual([["Stores"], ["Stores"]])
  expect(await views.find(view.id, ben)).toMatchObject({ owner: "eva", role: "analyst" })
})

test("a person has one view of a name for each report, even if two windows save it at once", async () => {
  const parts = { report, owner: "eva", ownerName: null, name: "Stores", search: "", role: null }
  const outcomes = await Promise.all([views.create(parts), views.create(parts)])
  expect(outcomes.filter((outcome) => "refused" in outcome)).toEqual([{ refused: "name_taken" }])
  const other = await save("Other")
  expect(await views.change(other.id, { ...other, name: "Stores" })).toEqual({
    refused: "name_taken",
  })
  await save("Stores", { owner: "ben" })
  await save("Stores", { report: "highscores" })
})

test("a removed view cannot be changed", async () => {
  const view = await save("Stores")
  await views.remove(view.id)
  expect(await views.change(view.id, view)).toBeUndefined()
})

test("a person's saved, shared and pinned views are limited over all reports, even if saved at once", async () => {
  const parts = { report, owner: "eva", ownerName: null, search: "", role: null }
  const fill = (count: number, more: string) =>
    pool.query(
      `insert into "${schema}".saved_view (report, owner, name, search, role, pinned)
       select 'report ' || n, 'eva', $2 || n, '', case when $2 = 'shared' then 'hr' end, $2 = 'pinned'
       from generate_series(1, $1) as n`,
      [count, more],
    )
  await fill(viewLimits.pinned - 1, "pinned")
  const pin = (name: string) =>
    views.create({ ...parts, name, report: `kpi:${name}`, pinned: true })
  const outcomes = await Promise.all(["a", "b", "c"].map(pin))
  expect(outcomes.filter((outcome) => "refused" in outcome)).toEqual([
    { refused: "pinned" },
    { refused: "pinned" },
  ])
  const pinned = outcomes.find((outcome) => "id" in outcome) as StoredView
  expect(await views.change(pinned.id, { ...pinned, name: "Other" })).toMatchObject({
    name: "Other",
  })
  await fill(viewLimits.shared, "shared")
  const own = await save("Own")
  expect(await views.change(own.id, { ...own, role: "hr" })).toEqual({ refused: "shared" })
  expect(await views.change(own.id, { ...own, pinned: true })).toEqual({ refused: "pinned" })
  expect(await views.create({ ...parts, name: "More", role: "hr" })).toEqual({ refused: "shared" })
  await fill(viewLimits.saved - viewLimits.pinned - viewLimits.shared - 1, "saved")
  expect(await views.create({ ...parts, name: "More" })).toEqual({ refused: "saved" })
  await save("More", { owner: "ben", pinned: true })
})

test("a view that a person hides from Home stays on that of others, until the person shows it again", async () => {
  const view = await save("Stores", { role: "hr", pinned: true })
  const mia = { person: "mia", roles: ["hr"] }
  const hiddenFor = async (reader: typeof eva) =>
    (await views.listPinned(reader)).map(({ hidden }) => hidden)
  await views.hide("mia", view.id, true)
  await views.hide("mia", view.id, true)
  await views.hide("mia", randomUUID(), true)
  expect([await hiddenFor(mia), await hiddenFor(eva)]).toEqual([[true], [false]])
  await views.hide("mia", view.id, false)
  expect(await hiddenFor(mia)).toEqual([false])
})

test("defaults are returned to their holders, and only while they see the view", async () => {
  const own = await save("Own")
  const shared = await save("Shared", { role: "hr" })
  await views.setDefault(report, { person: "eva" }, own.id)
  await views.setDefault(report, { role: "hr" }, shared.id)
  const ofRole = { holder: { role: "hr" }, view: shared.id }
  expect(await views.readDefaults(report, eva)).toEqual(
    expect.arrayContaining([{ holder: { person: "eva" }, view: own.id }, ofRole]),
  )
  expect(await views.readDefaults(report, { person: "mia", roles: ["hr"] })).toEqual([ofRole])
  expect(await views.readDefaults(report, ben)).toEqual([])
  await views.change(shared.id, { ...shared, role: "analyst" })
  expect(await views.readDefaults(report, { person: "mia", roles: ["hr", "analyst"] })).toEqual([])
  await views.setDefault(report, { person: "eva" }, null)
  expect(await views.readDefaults(report, eva)).toEqual([])
})

test("a person's default is ignored while it is not shared with them, and gone once it is removed", async () => {
  const shared = await save("Shared", { role: "analyst" })
  await views.setDefault(report, { person: "ben" }, shared.id)
  expect(await views.readDefaults(report, ben)).toHaveLength(1)
  await views.change(shared.id, { ...shared, role: null })
  expect(await views.readDefaults(report, ben)).toEqual([])
  await views.change(shared.id, { ...shared, role: "analyst" })
  await views.remove(shared.id)
  expect(await views.readDefaults(report, ben)).toEqual([])
})
