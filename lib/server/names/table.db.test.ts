import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { migrateTables, openPool } from "../../db"
import { createUserNames, type NamedUser, printNameSearch } from "./table"

const schema = `users_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const names = createUserNames({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(() => names.clear())
afterAll(async () => {
  await pool.end()
})

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const user = (at: number, line = at + 1): NamedUser => ({ line, id: guid(at), name: `User ${at}` })

async function* inBatches(...batches: NamedUser[][]) {
  yield* batches
}
const accept = () => {}

test("an upload replaces all names", async () => {
  expect(await names.readUpload()).toBeUndefined()
  expect(await names.replace(inBatches([user(1), user(2)], [user(3)]), accept, { by: "Mia" })).toBe(
    3,
  )
  expect(await names.find([guid(1), guid(3), guid(9)])).toEqual({
    [guid(1)]: "User 1",
    [guid(3)]: "User 3",
  })
  expect(await names.readUpload()).toMatchObject({ count: 3, uploadedBy: "Mia" })
  expect(await names.replace(inBatches([user(4)]), accept, { by: null })).toBe(1)
  expect(await names.find([guid(1), guid(4)])).toEqual({ [guid(4)]: "User 4" })
  expect((await names.readUpload())?.uploadedAt).toBeGreaterThan(Date.now() - 60_000)
  await names.clear()
  expect(await names.find([guid(4)])).toEqual({})
  expect(await names.readUpload()).toBeUndefined()
})

test("repeated ids are reported with both lines, across batches, and the first name is stored", async () => {
  const again = { ...user(1, 7), name: "Again" }
  const reported: object[] = []
  const batches = inBatches([user(1), user(2)], [again, { ...user(2, 9), name: "Twice" }])
  const judge = (repeated: readonly object[]) => void reported.push(...repeated)
  expect(await names.replace(batches, judge, { by: null })).toBe(2)
  expect(reported).toEqual([
    { line: 7, firstLine: 2 },
    { line: 9, firstLine: 3 },
  ])
  expect(await names.find([guid(1)])).toEqual({ [guid(1)]: "User 1" })
})

test("a refused or interrupted upload leaves the names unchanged", async () => {
  await names.replace(inBatches([user(1)]), accept, { by: null })
  const refuse = () => {
    throw new Error("refused")
  }
  await expect(names.replace(inBatches([user(2)]), refuse, { by: null })).rejects.toThrow("refused")
  async function* broken() {
    yield [user(3)]
    throw new Error("broken off")
  }
  await expect(names.replace(broken(), accept, { by: null })).rejects.toThrow("broken off")
  expect(await names.find([guid(1), guid(2), guid(3)])).toEqual({ [guid(1)]: "User 1" })
})

test("the old names are read until an upload is complete, and two uploads do not mix", async () => {
  await names.replace(inBatches([user(1)]), accept, { by: null })
  async function* slow() {
    yield [user(2)]
    expect(await names.find([guid(1), guid(2)])).toEqual({ [guid(1)]: "User 1" })
  }
  await names.replace(slow(), accept, { by: null })
  await Promise.all([
    names.replace(inBatches([user(3), user(4)]), accept, { by: null }),
    names.replace(inBatches([user(5), user(6)]), accept, { by: null }),
  ])
  const found = Object.keys(await names.find([3, 4, 5, 6].map(guid)))
  expect([[3, 4].map(guid), [5, 6].map(guid)]).toContainEqual(found.toSorted())
  expect(await names.readUpload()).toMatchObject({ count: 2 })
})

const searched = [
  "Eva Lund",
  "eva LUNDGREN",
  "Åse Østergård",
  "ÅSE lund-ø",
  "Ben 100%",
  "ben_100",
  "Ætt\\ir",
  "Ulla  Bo",
  "ΟΔΟΣ Νίκος",
  "İpek Şen",
  "Straße",
  "🙂🙂🙂 Kim",
  "lund",
  "lun",
  "Zoë O'Neill",
].map((name, at): NamedUser => ({ line: at + 1, id: guid(at), name }))

test("a search for three or more letters finds the same as a query without an index, ignoring letter case", async () => {
  await names.replace(inBatches(searched), accept, { by: null })
  const pieces = searched.flatMap(({ name }) => {
    const letters = [...name]
    const from = letters.flatMap((_, at) => [3, 4, 7].map((end) => letters.slice(at, at + end)))
    return from.filter(({ length }) => length >= 3).map((some) => some.join(""))
  })
  const reported = async (text: string) => {
    const { rows } = await pool.query<{ id: string; name: string }>(
      `select id, name from "${schema}".user_name
       where strpos(lower(name), lower($1)) > 0 order by name, id limit 20`,
      [text],
    )
    return rows.map(({ id }) => id)
  }
  for (const piece of pieces)
    for (const text of [piece, piece.toUpperCase(), piece.toLowerCase()])
      expect([text, (await names.searchUsers(text, 20)).map(({ id }) => id)]).toEqual([
        text,
        await reported(text),
      ])
})

test("department, title and e-mail are stored, and the e-mail and title are searched", async () => {
  const eva = { id: guid(1), name: "Eva Lund", department: "Aarhus", email: "el@nordlys.test" }
  const ben = { id: guid(2), name: "Ben Berg", title: "Store manager" }
  await names.replace(inBatches([{ line: 2, ...eva }, { line: 3, ...ben }, user(3)]), accept, {
    by: null,
  })
  expect(await names.findUsers([guid(1), guid(2), guid(3), guid(4)])).toEqual(
    expect.arrayContaining([eva, ben, { id: guid(3), name: "User 3" }]),
  )
  expect(await names.searchUsers("EL@NORD", 20)).toEqual([eva])
  expect(await names.searchUsers("manager", 20)).toEqual([ben])
  expect(await names.searchUsers("aarhus", 20)).toEqual([])
})

// rules: A report page 7
test("a search uses its index and does not scan all names", async () => {
  async function* many() {
    for (let batch = 0; batch < 4; batch += 1)
      yield Array.from({ length: 5000 }, (_, index) => user(batch * 5000 + index))
  }
  await names.replace(many(), accept, { by: null })
  const text = printNameSearch({
    name: `"${schema}".user_name`,
    pieces: `"${schema}".name_pieces`,
  })
  const plan = await pool.query(`explain (format json) ${text}`, ["User 1234", "%User 1234%", 20])
  expect(JSON.stringify(plan.rows)).toContain("user_name_pieces")
  expect(JSON.stringify(plan.rows)).not.toContain("Seq Scan")
  expect((await names.searchUsers("ser 1234", 3)).map(({ name }) => name)).toEqual([
    "User 1234",
    "User 12340",
    "User 12341",
  ])
})

deepTest("60,000 names in batches are stored, each once", async () => {
  async function* many() {
    for (let batch = 0; batch < 12; batch += 1)
      yield Array.from({ length: 5000 }, (_, index) => user(batch * 5000 + index))
  }
  expect(await names.replace(many(), accept, { by: null })).toBe(60_000)
  expect(await names.find([guid(0), guid(59_999)])).toEqual({
    [guid(0)]: "User 0",
    [guid(59_999)]: "User 59999",
  })
})
