import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createLog } from "../http/log"
import { importInitialNames } from "./import-initial-names"
import { createUserNames } from "./table"

const schema = `first_names_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const names = createUserNames({ pool, schema })
const id = randomUUID()
let directory: string
beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
  directory = await mkdtemp(join(tmpdir(), "first-names-"))
})
beforeEach(() => names.clear())
afterAll(async () => {
  await rm(directory, { recursive: true })
  await pool.end()
})

async function bring(name: string, text?: string) {
  const lines: string[] = []
  const file = join(directory, name)
  if (text !== undefined) await writeFile(file, text)
  await importInitialNames({
    file,
    names,
    log: createLog({ write: (line) => void lines.push(line) }),
  })
  return lines
}

test("the names in a file are imported once and do not replace existing names", async () => {
  expect(await bring("names.csv", `name,id,title\nEva Lund,${id},Buyer\nBen,no-guid,\n`)).toEqual(
    [],
  )
  expect(await names.findUsers([id])).toEqual([{ id, name: "Eva Lund", title: "Buyer" }])
  await bring("names.csv", `id,name\n${id},Somebody else\n`)
  expect(await names.find([id])).toEqual({ [id]: "Eva Lund" })
})

test.each([
  ["is missing", undefined],
  ["is no file of names", "<html>"],
])("a file that %s is logged, and the dashboard runs without it", async (_, text) => {
  const lines = await bring(`${randomUUID()}.csv`, text)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["user names file"])
  expect(await names.readUpload()).toBeUndefined()
})
