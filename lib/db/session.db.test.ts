import { afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { createStore } from "../records"
import { openTestStore } from "../records/testing/open-test-store"
import { listOperation } from "../records/testing/operations"
import { departmentsNamed } from "../records/testing/samples"
import { createWalker, everything } from "../records/testing/walk"
import { openPool } from "./pool"
import { liftStatementTimeout, lockTransaction, poolSession } from "./session"

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  testStore = await openTestStore()
})
afterEach(() => testStore.close())

const departments = () => createWalker(testStore.store, listOperation("departments"))

test("A transaction stores all of its work.", async () => {
  const count = await testStore.store.transaction(async (store) => {
    await store.loadContainers([{ kind: "dataSet", id: crypto.randomUUID(), name: "Sales" }])
    await store.writeSetting("loaded", "yes")
    return store.loadRecords("department", departmentsNamed("a", "b"))
  })
  expect(count).toBe(2)
  expect(await testStore.store.readSetting("loaded")).toBe("yes")
  expect((await departments().read(everything)).count).toBe(2)
})

test("A transaction that throws stores nothing, and its connection is reused.", async () => {
  const work = testStore.store.transaction(async (store) => {
    await store.loadRecords("department", departmentsNamed("a"))
    await store.writeSetting("loaded", "yes")
    throw new Error("Changed my mind.")
  })
  await expect(work).rejects.toThrow("Changed my mind.")
  expect(await testStore.store.readSetting("loaded")).toBeUndefined()
  expect((await departments().read(everything)).count).toBe(0)
  expect(testStore.pool.totalCount).toBe(testStore.pool.idleCount)
})

test("Transactions with the same lock run one at a time, so that a first load happens once.", async () => {
  const loadOnce = () =>
    testStore.store.transaction(
      async (store) => {
        if ((await store.readSetting("loaded")) !== undefined) return 0
        await store.writeSetting("loaded", "yes")
        return store.loadRecords("department", departmentsNamed("only"))
      },
      { lock: "first load" },
    )
  const counts = await Promise.all([loadOnce(), loadOnce(), loadOnce()])
  expect(counts.toSorted()).toEqual([0, 0, 1])
})

// rules: Instances
test("An untimed transaction waits for its lock beyond the statement timeout, which still limits its work.", async () => {
  const { schema, catalogue } = testStore
  const pool = openPool(inject("databaseUrl"), { max: 3, statementTimeoutMs: 100 })
  const store = createStore({ pool, catalogue, schema })
  const order: string[] = []
  const enter = (name: string, untimed: boolean) =>
    store.transaction(async () => void order.push(name), { lock: "load", untimed })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holder: Promise<void> | undefined
  await new Promise<void>((held) => {
    holder = store.transaction(
      async () => {
        held()
        await released
        order.push("holder")
      },
      { lock: "load" },
    )
  })
  const waiting = enter("untimed", true)
  await expect(enter("timed", false)).rejects.toThrow("statement timeout")
  release()
  await Promise.all([holder, waiting])
  expect(order).toEqual(["holder", "untimed"])

  const limit = poolSession(pool).transaction(async (session) => {
    await lockTransaction(session, { name: `${schema} other`, untimed: true })
    return session.query("select current_setting('statement_timeout') as limit")
  })
  expect(await limit).toEqual([{ limit: "100ms" }])
  await pool.end()
})

test("Clearing removes records and keeps settings.", async () => {
  const { store } = testStore
  await store.loadRecords("department", departmentsNamed("a"))
  await store.writeSetting("kept", "yes")
  await store.clear()
  expect((await departments().read(everything)).count).toBe(0)
  expect(await store.readSetting("kept")).toBe("yes")
})

test("A setting returns the last text that was written.", async () => {
  await testStore.store.writeSetting("key", "one")
  await testStore.store.writeSetting("key", "two")
  expect(await testStore.store.readSetting("key")).toBe("two")
  expect(await testStore.store.readSetting("other")).toBeUndefined()
})

const others = `from pg_stat_activity where application_name = 'workplace-reporting'
  and pid <> pg_backend_pid() and query like '%' || $1 || '%'`

/**
 * Terminates every other connection whose last query contains the schema, and waits for their end.
 */
async function endConnections() {
  const { pool, schema } = testStore
  const killer = await pool.connect()
  await killer.query(`select pg_terminate_backend(pid) ${others}`, [schema])
  await expect.poll(async () => (await killer.query(`select ${others}`, [schema])).rowCount).toBe(0)
  killer.release()
}

test("Idle connections that the database closed are replaced.", async () => {
  const { store, pool, schema } = testStore
  const holders = await Promise.all([pool.connect(), pool.connect()])
  for (const holder of holders) await holder.query(`select '${schema}'`)
  for (const holder of holders) holder.release()
  await endConnections()
  await store.ping()
  expect((await departments().read(everything)).count).toBe(0)
})

test("A connection that the database closed inside a transaction fails only that transaction.", async () => {
  const { store } = testStore
  const interrupted = store.transaction(async (transaction) => {
    await transaction.readSetting("key")
    await endConnections()
    await store.ping()
    await transaction.writeSetting("key", "lost")
  })
  await expect(interrupted).rejects.toThrow()
  expect(await store.readSetting("key")).toBeUndefined()
})

test("A transaction with a lifted statement timeout may exceed the pool's response timeout.", async () => {
  const pool = openPool(inject("databaseUrl"), { max: 2, answerTimeoutMs: 1000 })
  const session = poolSession(pool)
  const key = 7_041_234
  const holder = await testStore.pool.connect()
  await holder.query("select pg_advisory_lock($1)", [key])
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const work = session.transaction(async (within) => {
    await liftStatementTimeout(within)
    await within.query("select pg_advisory_xact_lock($1)", [key])
    return "done"
  })
  const waiting = "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted"
  const countWaiting = async () => (await testStore.pool.query(waiting, [key])).rowCount
  await expect.poll(countWaiting).toBe(1)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await holder.query("select pg_advisory_unlock($1)", [key])
  holder.release()
  const answer = await work.catch((error: Error) => error.message)
  await pool.end()
  expect(answer).toBe("done")
})
