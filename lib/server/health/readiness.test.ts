import { expect, test } from "vitest"
import { UpstreamError } from "../../platform"
import { createReadiness, explainReadiness, type Impairment, tableFaultTexts } from "./readiness"

const fine = async () => {}
const fail = () => Promise.reject(new Error("planted address"))

/** Creates a readiness check with a test clock, no caching, and sources that a test can break. */
function openParts(deadlineMs = 2000) {
  const time = { now: 0 }
  const state = { database: fine, access: fine, isDown: false, asked: 0 }
  const readiness = createReadiness({
    askDatabase: () => state.database(),
    upstream: {
      checkAccess() {
        state.asked += 1
        return state.access()
      },
      get isDown() {
        return state.isDown
      },
    },
    clock: () => time.now,
    rememberMs: 0,
    deadlineMs,
  })
  return { state, time, readiness }
}

test("An instance is ready if the database and the platform respond, each reported by name.", async () => {
  const all = { database: "ok", upstream: "ok" }
  expect(await openParts().readiness()).toEqual({ status: "ready", ...all, impaired: [] })
})

test("It is not ready without its database, whose fault is reported as a code.", async () => {
  const { state, readiness } = openParts()
  state.database = fail
  expect(await readiness()).toMatchObject({ status: "not_ready", database: "unavailable" })
  state.database = fine
  expect(await readiness()).toMatchObject({ status: "ready", database: "ok", impaired: [] })
  state.database = fail
  expect(await readiness()).toMatchObject({ status: "not_ready" })
})

test("Tables that do not fit impair an instance, but a failed check of the tables does not.", async () => {
  const state = { tables: async (): Promise<readonly Impairment[]> => ["copies_misfit"] }
  const readiness = createReadiness({
    askDatabase: fine,
    upstream: { checkAccess: fine, isDown: false },
    askTables: () => state.tables(),
    clock: Date.now,
    rememberMs: 0,
    deadlineMs: 20,
  })
  expect(await readiness()).toMatchObject({ status: "ready", impaired: ["copies_misfit"] })
  state.tables = fail
  expect(await readiness()).toMatchObject({ status: "ready", impaired: [] })
  state.tables = () => new Promise(() => {})
  expect(await readiness()).toMatchObject({ status: "ready", impaired: [] })
})

test("A database that does not respond in time is reported as no_answer.", async () => {
  const { state, readiness } = openParts(20)
  state.database = () => new Promise(() => {})
  expect(await readiness()).toMatchObject({ status: "not_ready", database: "no_answer" })
})

test("A read-only database is reported as read_only.", async () => {
  const { state, readiness } = openParts()
  state.database = () => Promise.reject(Object.assign(new Error("planted"), { code: "25006" }))
  expect(await readiness()).toMatchObject({ status: "not_ready", database: "read_only" })
})

test("It becomes ready with its first token and stays ready while the platform is unavailable.", async () => {
  const { state, time, readiness } = openParts()
  state.access = () => Promise.reject(new UpstreamError("upstream_unauthorized"))
  expect(await readiness()).toMatchObject({
    status: "not_ready",
    upstream: "upstream_unauthorized",
  })
  state.access = fine
  time.now += 10_000
  expect(await readiness()).toMatchObject({ status: "ready", upstream: "ok" })
  state.isDown = true
  expect(await readiness()).toMatchObject({
    status: "ready",
    upstream: "upstream_unavailable",
    impaired: ["upstream"],
  })
})

test("A refused token is requested again after ten seconds at the earliest, however many checks run.", async () => {
  const { state, time, readiness } = openParts()
  state.access = () => Promise.reject(new UpstreamError("upstream_timeout"))
  for (let check = 0; check < 20; check += 1) await readiness()
  expect(state.asked).toBe(1)
  time.now = 10_000
  await readiness()
  expect(state.asked).toBe(2)
})

test("Without a call to the platform, it reports the last known state.", async () => {
  const { state, readiness } = openParts()
  const known = () => readiness({ callsPlatform: false })
  expect(await known()).toMatchObject({ upstream: "untried", impaired: [], status: "not_ready" })
  expect(state.asked).toBe(0)
  await readiness()
  expect(await known()).toMatchObject({ upstream: "ok", status: "ready" })
  state.isDown = true
  expect(await known()).toMatchObject({ upstream: "upstream_unavailable", impaired: ["upstream"] })
  expect(state.asked).toBe(1)
})

test("Concurrent checks share one request.", async () => {
  const { state, readiness } = openParts()
  await Promise.all([readiness(), readiness(), readiness()])
  expect(state.asked).toBe(1)
})

test("Each missing part is explained in one sentence that says what to do.", () => {
  const fine = { status: "not_ready", database: "ok", upstream: "ok" } as const
  expect(explainReadiness(fine)).toEqual([])
  expect(
    explainReadiness({ ...fine, database: "disk_full", upstream: "upstream_unauthorized" }),
  ).toEqual([
    "DATABASE_URL leads to a server whose disk is full: make room.",
    "REPORTING_CLIENT_ID, REPORTING_CLIENT_SECRET or REPORTING_SCOPE_PREFIX is refused: correct it.",
  ])
  expect(explainReadiness({ ...fine, impaired: ["copies_misfit", "upstream"] })).toEqual([
    tableFaultTexts.copies_misfit,
  ])
  for (const text of Object.values(tableFaultTexts)) expect(text).toMatch(/^[A-Z].*: .*\.$/)
  expect(explainReadiness({ ...fine, database: "constructor", upstream: "toString" })).toEqual([
    "DATABASE_URL leads to a server that failed: look at its log.",
    "The platform fails: ask those who run it.",
  ])
})

test("A draining instance is not ready at once, even after an earlier check.", async () => {
  const state = { isDraining: false }
  const readiness = createReadiness({
    isDraining: () => state.isDraining,
    askDatabase: fine,
    upstream: { checkAccess: fine, isDown: false },
    clock: Date.now,
  })
  expect(await readiness()).toMatchObject({ status: "ready" })
  state.isDraining = true
  expect(await readiness()).toEqual({
    status: "not_ready",
    database: "ok",
    upstream: "ok",
    impaired: [],
    draining: true,
  })
})
