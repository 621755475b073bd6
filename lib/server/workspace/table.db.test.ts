import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createWorkspaceEdits } from "./table"

const schema = `workspace_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 6 })
const edits = createWorkspaceEdits({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(async () => {
  await pool.query(`truncate "${schema}".workspace_edit`)
})
afterAll(async () => {
  await pool.end()
})

const edit = (path: string, name = path) => ({ place: path, hidden: false, name, unit: null })
const paths = async () => (await edits.read()).edits.map(({ place: path }) => path)

test("edits are returned in the order in which their paths were first edited", async () => {
  await edits.change(() => ({ keep: [edit("b"), edit("a")] }), "admin")
  await edits.change(() => ({ keep: [edit("c"), edit("b", "New")] }), "admin")
  const { edits: saved } = await edits.read()
  expect(saved).toEqual([edit("b", "New"), edit("a"), edit("c")])
  await edits.change(
    () => ({ forget: ["a"], keep: [{ ...edit("c"), hidden: true, unit: "h" }] }),
    "x",
  )
  expect((await edits.read()).edits).toEqual([
    edit("b", "New"),
    { ...edit("c"), hidden: true, unit: "h" },
  ])
})

test("the revision increases with every change and with nothing else", async () => {
  const before = await edits.readRevision()
  await edits.read()
  expect(await edits.readRevision()).toBe(before)
  await edits.change(() => ({ keep: [edit("a")] }), "admin")
  expect(await edits.readRevision()).toBe(before + 1)
  expect((await edits.read()).revision).toBe(before + 1)
})

test("each of 20 concurrent changes sees the result of those before it", async () => {
  const add = () => edits.change((made) => ({ keep: [edit(`entry ${made.length}`)] }), "admin")
  await Promise.all(Array.from({ length: 20 }, add))
  expect(await paths()).toEqual(Array.from({ length: 20 }, (_, index) => `entry ${index}`))
})

test("a change that throws changes nothing", async () => {
  await edits.change(() => ({ keep: [edit("a")] }), "admin")
  const before = await edits.read()
  const refuse = () => {
    throw new Error("no")
  }
  await expect(edits.change(refuse, "admin")).rejects.toThrow("no")
  expect(await edits.read()).toEqual(before)
})

test("12,000 edits can be saved and deleted at once", async () => {
  const many = Array.from({ length: 12_000 }, (_, index) => edit(`dataSets/${index}`))
  await edits.change(() => ({ keep: many }), "admin")
  expect((await edits.read()).edits).toEqual(many)
  await edits.change((made) => ({ forget: made.slice(1).map(({ place: path }) => path) }), "admin")
  expect(await paths()).toEqual(["dataSets/0"])
})
