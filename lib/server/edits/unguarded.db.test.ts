import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue, findOperation, type PatchOperation } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import { diffDocuments, printPatch, printUnguarded } from "../../json-patch"
import { createUpstream, type Upstream, UpstreamError } from "../../platform"
import { configOf } from "../exports/testing/open-export-world"
import { createLog } from "../http/log"
import { personOf } from "../testing/test-bff"
import { createEditor } from "./editor"
import { createEditLog, type EditLog } from "./table"

const schema = `unguarded_${randomUUID().slice(0, 8)}`
const store = "50000000-0000-4000-8000-000000000001"
const operation = findOperation(catalogue, "update-department") as PatchOperation

let pool: ReturnType<typeof openPool>
let service: TestService
let edits: EditLog
let upstream: Upstream
beforeAll(async () => {
  pool = openPool(inject("databaseUrl"), { max: 3 })
  edits = createEditLog({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  await service.store.loadRecords("department", [
    { scope: {}, values: { id: store, name: "Store", type: "Store", city: null } },
  ])
  upstream = createUpstream({ catalogue, config: configOf(service.origin), clock: Date.now })
})
afterAll(async () => {
  await upstream.close()
  await service.stop()
  await pool.end()
})
beforeEach(async () => {
  await pool.query(`truncate "${schema}".edit`)
  await service.query("update department set city = null")
})

const operations = diffDocuments({ city: null }, { city: "Bergen" })
const text = printPatch(operations)

/** Sends an edit without test operations. `over` replaces methods of the upstream. */
async function send(over: Partial<Pick<Upstream, "edit" | "read">> = {}, id = store) {
  const sent: string[] = []
  const edit: Upstream["edit"] = (requested) => {
    sent.push(requested.body)
    return (over.edit ?? upstream.edit)(requested)
  }
  const editor = createEditor({
    catalogue,
    edits,
    invalidate: async () => {},
    takesTests: async () => false,
    upstream: { read: over.read ?? upstream.read, edit },
    log: createLog({ write: () => {} }),
  })
  const outcome = await editor
    .edit({
      operation,
      parameters: { departmentId: id },
      patch: { text, operations },
      session: personOf("admin"),
      requestId: randomUUID(),
    })
    .then(({ problem }) => problem?.code ?? "applied")
  return { outcome, sent, logged: (await edits.read({ limit: 1 }))[0] }
}

const readCity = async () =>
  (await (await service.get(`/v1.4/departments?id=${store}`)).json()).data[0].city

test("a platform without test support gets only the writes, and the log has both patches", async () => {
  const { outcome, sent, logged } = await send()
  expect(outcome).toBe("applied")
  expect(sent).toEqual([printUnguarded(operations)])
  expect(sent[0]).not.toContain('"test"')
  expect(logged).toMatchObject({ outcome: "applied", patch: text, sentPatch: sent[0] })
  expect(await readCity()).toBe("Bergen")
})

test("a field changed by someone else is found before anything is sent, refused with test_failed and logged", async () => {
  await service.query("update department set city = 'Bodø'")
  const { outcome, sent, logged } = await send()
  expect({ outcome, sent }).toEqual({ outcome: "test_failed", sent: [] })
  expect(logged).toMatchObject({ outcome: "refused", code: "test_failed", status: undefined })
  expect(await readCity()).toBe("Bodø")
})

test("a change between the read and the write is overwritten, and the log shows that no test was sent", async () => {
  const { outcome, logged } = await send({
    edit: async (requested) => {
      await service.query("update department set city = 'Bodø'")
      return upstream.edit(requested)
    },
  })
  expect(outcome).toBe("applied")
  expect(await readCity()).toBe("Bergen")
  expect(logged?.sentPatch).not.toContain('"test"')
})

test("a record that cannot be read or does not exist is not changed", async () => {
  const unread = await send({ read: () => Promise.reject(new UpstreamError("upstream_timeout")) })
  expect(unread).toMatchObject({ outcome: "upstream_timeout", sent: [] })
  expect(unread.logged).toMatchObject({ outcome: "not_sent", code: "upstream_timeout" })
  const missing = await send({}, randomUUID())
  expect(missing).toMatchObject({ outcome: "not_found", sent: [] })
  expect(missing.logged).toMatchObject({ outcome: "refused", code: "not_found" })
})

test("an unknown outcome is judged by the patch with its tests", async () => {
  const { outcome, sent, logged } = await send({
    edit: () => Promise.reject(new UpstreamError("upstream_cut_off")),
  })
  expect(sent).toHaveLength(1)
  expect(outcome).toBe("unknown_outcome")
  expect(logged).toMatchObject({ outcome: "unknown", verdict: "not_applied" })
})
