import type { Connection } from "pg"
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest"
import { openPool, poolSession } from "../db"
import { type RawRow, readTextField } from "./raw-rows"

const pool = openPool(inject("databaseUrl"), { max: 1 })
const session = poolSession(pool)
afterAll(() => pool.end())

const read = async (text: string, values: (string | null)[] = [], prepare = false) => {
  const rows: (string | null)[][] = []
  const take = (row: RawRow) =>
    void rows.push(row.lengths.map((_, index) => readTextField(row, index)))
  await session.readRows([{ text, values, prepare }], take)
  return rows
}

let processId: unknown
const readProcess = async () => (await session.query("select pg_backend_pid() as id"))[0]?.["id"]
beforeEach(async () => {
  processId = await readProcess()
})
let keepsConnection = true
afterEach(async () => {
  if (keepsConnection) expect(await readProcess()).toBe(processId)
  keepsConnection = true
})

test("Rows come as they are, whatever their size and however the socket divides them.", async () => {
  const text =
    "select case when $1::int = n then null else repeat('ø', n) end, n::text from generate_series(0, 300) as n"
  for (const prepare of [false, true, true]) {
    const rows = await read(text, ["7"], prepare)
    expect(rows).toHaveLength(301)
    expect(rows[7]).toEqual([null, "7"])
    expect(
      rows.every(([long, n], at) => n === `${at}` && (at === 7 || long === "ø".repeat(at))),
    ).toBe(true)
  }
  const [[large] = []] = await read("select repeat('0123456789', 500000)")
  expect(large).toHaveLength(5_000_000)
})

test("Several statements in one round trip each say which one a row is of.", async () => {
  const seen: [number, string | null][] = []
  const statements = [
    "select 'a'",
    "select 'b' where false",
    "select n::text from generate_series(1, 2) as n",
  ]
  await session.readRows(
    statements.map((text) => ({ text, values: [] })),
    (row, statement) => void seen.push([statement, readTextField(row, 0)]),
  )
  expect(seen).toEqual([
    [0, "a"],
    [2, "1"],
    [2, "2"],
  ])
})

test("The driver's own statements in between are answered as ever, also in one transaction.", async () => {
  await session.transaction(async (within) => {
    await within.query("create temporary table n (x int) on commit drop")
    await within.query("insert into n values (1), (2)")
    const rows: (string | null)[] = []
    await within.readRows([{ text: "select x::text from n order by x", values: [] }], (row) => {
      rows.push(readTextField(row, 0))
    })
    expect(rows).toEqual(["1", "2"])
    expect(await within.query("select sum(x)::int as sum from n")).toEqual([{ sum: 3 }])
  })
})

test.each([
  ["at once", "select no_such_column", "column"],
  ["after some rows", "select 10 / (5 - n) from generate_series(1, 9) as n", "division by zero"],
])("A statement that fails %s rejects, and the next one is answered.", async (_, text, message) => {
  keepsConnection = false
  for (const prepare of [false, true]) {
    await expect(read(text, [], prepare)).rejects.toThrow(message)
    expect(await read("select 'after'")).toEqual([["after"]])
  }
})

test("What throws while it takes a row is thrown, and nothing of the rest is handed over.", async () => {
  keepsConnection = false
  let taken = 0
  const take = () => {
    taken += 1
    throw new TypeError("Enough.")
  }
  const statement = { text: "select generate_series(1, 1000)", values: [] }
  await expect(session.readRows([statement], take)).rejects.toThrow("Enough.")
  expect(taken).toBe(1)
  expect(await read("select 'after'")).toEqual([["after"]])
})

test("A signal ends the statement in the database, and one that has aborted sends none.", async () => {
  keepsConnection = false
  const stop = new AbortController()
  const text = "select pg_sleep(60)::text"
  const sleeping = session.readRows([{ text, values: [] }], () => {}, stop.signal)
  setTimeout(() => stop.abort(), 50)
  await expect(sleeping).rejects.toMatchObject({ code: "57014" })
  await expect(session.readRows([{ text, values: [] }], () => {}, stop.signal)).rejects.toThrow(
    "abort",
  )
  expect(await read("select 'after'")).toEqual([["after"]])
})

test("A connection that is lost meanwhile rejects.", async () => {
  keepsConnection = false
  const text = "select pg_terminate_backend(pg_backend_pid())::text"
  await expect(read(text)).rejects.toThrow()
  expect(await read("select 'after'")).toEqual([["after"]])
})

test("A connection that is lost while it reads or before costs its statement alone.", async () => {
  const loseConnection = (client: object) =>
    (client as { connection: Connection }).connection.stream.destroy(new Error("Lost."))
  pool.once("acquire", loseConnection)
  await expect(read("select 'a'")).rejects.toThrow()
  pool.once("acquire", (client) => setTimeout(loseConnection, 50, client))
  await expect(read("select pg_sleep(10)")).rejects.toThrow("Lost.")
  keepsConnection = false
  expect(await read("select 'b'")).toEqual([["b"]])
})
