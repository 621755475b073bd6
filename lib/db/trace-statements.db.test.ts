import { AsyncLocalStorage } from "node:async_hooks"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openPool } from "./pool"
import { poolSession } from "./session"

interface Seen {
  readonly by: number | undefined
  readonly text: string
  ended?: string | true
}

const caller = new AsyncLocalStorage<number>()
const seen: Seen[] = []
let pool: ReturnType<typeof openPool>

beforeAll(() => {
  pool = openPool(inject("databaseUrl"), {
    max: 1,
    traceStatement(text) {
      const statement: Seen = { by: caller.getStore(), text }
      seen.push(statement)
      return (errorType) => {
        statement.ended = errorType ?? true
      }
    },
  })
})
afterAll(() => pool.end())

const textsOf = (by: number) => seen.filter((each) => each.by === by).map(({ text }) => text)

test("each statement is its caller's, also where all wait for one connection", async () => {
  const session = poolSession(pool)
  const callers = Array.from({ length: 30 }, (_, index) => index)
  await Promise.all(
    callers.map((by) =>
      caller.run(by, async () => {
        if (by % 3 === 0) await pool.query(`select ${by}`)
        else if (by % 3 === 1)
          await session.transaction((inner) => inner.query(`select ${by}`, [], { prepare: true }))
        else await session.readRows([{ text: `select ${by}`, values: [] }], () => {})
      }),
    ),
  )
  for (const by of callers)
    expect(textsOf(by)).toEqual(
      by % 3 === 1 ? ["begin", `select ${by}`, "commit"] : [`select ${by}`],
    )
  expect(seen.every(({ ended }) => ended === true)).toBe(true)
})

test("a statement that fails ends with the database's code, and its connection is as before", async () => {
  seen.length = 0
  await expect(pool.query("select nothing from nowhere")).rejects.toThrow("nowhere")
  await expect(poolSession(pool).transaction((inner) => inner.query("select 1/0"))).rejects.toThrow(
    "zero",
  )
  expect(seen.map(({ text, ended }) => [text, ended])).toEqual([
    ["select nothing from nowhere", "42P01"],
    ["begin", true],
    ["select 1/0", "22012"],
    ["rollback", true],
  ])
  expect((await pool.query("select 7 as seven")).rows).toEqual([{ seven: 7 }])
})
