import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import type { Role, Session } from "@/lib/session"
import {
  openBrowser,
  openTestTable,
  readCsrfToken,
  signIn,
  startTestDashboard,
  type TestDashboard,
} from "@/lib/session/testing/test-dashboard"
import { startTestIdentity, type TestIdentity } from "@/lib/session/testing/test-identity"
import { deepTest } from "@/scripts/testing/deep-test"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { migrateTables } from "../../../db"
import { configOf } from "../../exports/testing/open-export-world"
import { createRouteAsker } from "../../testing/ask-routes"
import { personOf } from "../../testing/test-bff"
import { batchesRoutes } from "./routes"
import {
  type BatchWorld,
  type BatchWorldOptions,
  loadStores,
  moveTo,
  openBatchWorld,
  readCities,
} from "./testing/open-batch-world"

const databaseUrl = inject("databaseUrl")
const schema = `actors_${randomUUID().slice(0, 8)}`
const { pool, table, pass } = openTestTable(databaseUrl, schema)
const bo: Session = { ...personOf("admin"), sub: "bo", name: "Bo Berg" }

let service: TestService
let stores: readonly string[]
let identity: TestIdentity
let dashboard: TestDashboard
let world: BatchWorld
beforeAll(async () => {
  service = await startTestService({ databaseUrl, count: 0 })
  stores = await loadStores(service, 6)
  identity = await startTestIdentity(databaseUrl, `${schema}_identity`)
  await migrateTables(pool, "dashboard", schema)
  dashboard = await startTestDashboard({ table, issuer: identity.issuer })
  vi.stubEnv("NEXTAUTH_URL", dashboard.origin)
})
beforeEach(async () => {
  await service.query("update department set city = null")
})
afterEach(() => world.close())
afterAll(async () => {
  for (const part of [dashboard, identity, service]) await part.stop()
  await pool.end()
  vi.unstubAllEnvs()
})

/** Blocks edits until `let` admits a number of them. */
function createGate() {
  let free = 0
  let arrived = 0
  const waiting: (() => void)[] = []
  return {
    arrivals: () => arrived,
    let(count: number) {
      free += count
      for (const go of waiting.splice(0, free)) {
        free -= 1
        go()
      }
    },
    async pass() {
      arrived += 1
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
type Gate = ReturnType<typeof createGate>

async function open(gate: Gate, more: Partial<BatchWorldOptions> = {}) {
  return openBatchWorld({
    databaseUrl,
    config: configOf(service.origin),
    over: (upstream) => ({
      ...upstream,
      edit: async (edit) => {
        await gate.pass()
        return upstream.edit(edit)
      },
    }),
    ...more,
  })
}

const items = (ids: readonly string[]) =>
  ids.map((recordId) => ({ recordId, patch: moveTo("Oslo") }))
const start = async (by: Session, ids = stores) =>
  (await world.service.start(by, { title: "Move", items: items(ids) })).id
const change = (by: Session, id: string, json: object, { service } = world) =>
  createRouteAsker(batchesRoutes(service))(by, `PATCH /api/departments/batches/${id}`, { json })
/** The ids of the persons in the log for each department, in order. */
async function readSenders(id: string, ids = stores) {
  const logged = await world.log.read({ filter: { batch: id }, limit: 100 })
  return ids.map((record) => logged.find(({ recordId }) => recordId === record)?.personId)
}

test("another administrator's stop, resume and retry are logged as theirs, and so are the edits they cause", async () => {
  const gate = createGate()
  world = await open(gate)
  const [first = "", ...others] = stores
  await service.query(`update department set city = 'Bodø' where id = '${first}'`)
  const id = await start(world.admin)
  gate.let(2)
  await expect.poll(gate.arrivals).toBe(3)
  expect((await change(bo, id, { action: "stop" })).body).toMatchObject({ state: "stopped" })
  gate.let(1)
  await world.waitFor(id, ({ counts }) => counts.sending === 0)
  expect((await change(bo, id, { action: "resume" })).status).toBe(200)
  gate.let(10)
  await world.waitUntilDone(id)
  const again = { recordId: first, patch: moveTo("Oslo", "Bodø") }
  await change(bo, id, { action: "retry", items: [again] })
  const done = await world.waitUntilDone(id)
  const sub = world.admin.sub
  expect(await readSenders(id)).toEqual(["bo", sub, sub, "bo", "bo", "bo"])
  expect(done.items.map(({ personId }) => personId)).toEqual(["bo", sub, sub, "bo", "bo", "bo"])
  const logged = await world.log.read({ filter: { batch: id, record: first }, limit: 5 })
  expect(logged).toMatchObject([
    { personId: "bo", personName: "Bo Berg", outcome: "applied" },
    { personId: sub, outcome: "refused" },
  ])
  const made = done.actions.map(({ action, personId, reason }) => [action, personId, reason])
  expect(made).toEqual([
    ["start", sub, null],
    ["stop", "bo", null],
    ["resume", "bo", null],
    ["retry", "bo", null],
  ])
  expect(await world.log.readActions({ filter: { person: "bo" }, limit: 9 })).toMatchObject([
    { batch: id, title: "Move", action: "retry" },
    { action: "resume" },
    { action: "stop", personName: "Bo Berg" },
  ])
  expect(await readCities(service, others)).toEqual(others.map(() => "Oslo"))
})

deepTest(
  "if the author loses the role, another administrator's retry is still sent; the rest waits with a reason",
  async () => {
    const roles = new Map<string, readonly Role[]>()
    const gate = createGate()
    world = await open(gate, { sessions: { rolesOf: async (who) => roles.get(who) ?? ["admin"] } })
    const [first = "", second = ""] = stores
    await service.query(`update department set city = 'Bodø' where id = '${first}'`)
    const id = await start(world.admin)
    gate.let(1)
    await expect.poll(gate.arrivals).toBe(2)
    const again = { recordId: first, patch: moveTo("Oslo", "Bodø") }
    await change(bo, id, { action: "retry", items: [again] })
    roles.set(world.admin.sub, ["hr"])
    gate.let(10)
    const stopped = await world.waitFor(id, ({ state }) => state === "stopped")
    expect(stopped.counts).toMatchObject({ applied: 2, waiting: 4 })
    expect(await readSenders(id, [first, second])).toEqual(["bo", world.admin.sub])
    expect(stopped.actions.at(-1)).toMatchObject({
      action: "stop",
      personId: null,
      reason: "role_lost",
    })
  },
)

/** Signs a person in and returns the browser and an administrator's session. */
async function signInAs(email: string) {
  const browser = openBrowser()
  await signIn(browser, dashboard, { email })
  const { rows } = await pool.query<{ person: string; name: string }>(
    `select person, name from "${schema}".session where email = $1 and ended_at is null`,
    [email],
  )
  const [row] = rows
  if (!row) throw new Error(`${email} is not signed in.`)
  return { browser, session: { ...personOf("admin"), sub: row.person, name: row.name } }
}

/** Changes a person's roles at the identity provider. */
function giveRoles(person: Session, roles: readonly string[]) {
  const at = identity.people.findIndex(({ id }) => id === person.sub)
  const [known] = identity.people.splice(at, 1)
  if (known) identity.people.push({ ...known, roles })
}

test("a batch stops on any instance if its author is no longer an administrator; another administrator resumes it", async () => {
  const gate = createGate()
  const { session: jonas } = await signInAs("admin@demo.test")
  giveRoles({ ...jonas, sub: "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7a01" }, ["hr", "admin"])
  const { session: signe } = await signInAs("hr@demo.test")
  world = await open(gate, { sessions: dashboard.sessions })
  const id = await start(jonas)
  gate.let(2)
  await expect.poll(gate.arrivals).toBe(3)
  giveRoles(jonas, [])
  await pass(5 * 60_000)
  gate.let(1)
  await world.stop()
  const next = await open(gate, { sessions: dashboard.sessions, schema: world.schema })
  const stopped = await world.waitFor(id, ({ state }) => state === "stopped")
  expect(stopped).toMatchObject({ counts: { applied: 3, waiting: 3 } })
  expect(stopped.actions.at(-1)).toMatchObject({ action: "stop", reason: "role_lost" })
  expect(gate.arrivals()).toBe(3)

  expect((await change(signe, id, { action: "resume" }, next)).status).toBe(200)
  gate.let(10)
  await world.waitUntilDone(id)
  const [first, rest] = [jonas.sub, signe.sub]
  expect(await readSenders(id)).toEqual([first, first, first, rest, rest, rest])
  await next.close()
  giveRoles(jonas, ["admin"])
  giveRoles(signe, ["hr"])
})

deepTest(
  "a batch continues after its author leaves or signs out, and stops after all their sessions are ended",
  async () => {
    const gate = createGate()
    const { browser, session: jonas } = await signInAs("admin@demo.test")
    world = await open(gate, { sessions: dashboard.sessions })
    const id = await start(jonas)
    await pass(45 * 60_000)
    gate.let(2)
    await expect.poll(gate.arrivals).toBe(3)
    await signInAs("admin@demo.test")
    await pass(5 * 60_000)
    gate.let(1)
    await expect.poll(gate.arrivals).toBe(4)
    const other = openBrowser()
    await signIn(other, dashboard, { email: "admin@demo.test" })
    for (const each of [browser, other]) {
      const csrfToken = await readCsrfToken(each, dashboard)
      await each.submit(`${dashboard.origin}/api/auth/signout`, { csrfToken })
    }
    gate.let(1)
    await expect.poll(gate.arrivals).toBe(5)
    await dashboard.sessions.endAll(jonas.sub)
    gate.let(10)
    const stopped = await world.waitFor(id, ({ state }) => state === "stopped")
    expect(stopped.counts).toMatchObject({ applied: 5, waiting: 1 })
  },
)
