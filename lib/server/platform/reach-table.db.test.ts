import { afterAll, expect, inject, test } from "vitest"
import { openPool } from "../../db"
import { createLog } from "../http/log"
import { reachTable } from "./reach-table"

const logged: string[] = []
const log = createLog({ write: (line) => void logged.push(line) })
const pool = openPool(inject("databaseUrl"), { max: 1, statementTimeoutMs: 20 })
afterAll(() => pool.end())

const ask = (text: string) => {
  const table = { prepare: async () => {}, ask: () => pool.query(text) }
  return reachTable(table, log).ask()
}

// rules: A report page 7
test("a statement that is ended for taking too long is told as that, and any other fault as what it is", async () => {
  await expect(ask("select pg_sleep(60)")).rejects.toMatchObject({ code: "took_too_long" })
  await expect(ask("select from nowhere")).rejects.toMatchObject({
    code: "shared_state_unavailable",
    parts: { retryAfter: 5 },
  })
  expect((await ask("select 1")).rowCount).toBe(1)
  expect(logged).toHaveLength(2)
})
