import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { UpstreamError } from "../../platform"
import {
  answerJson,
  type Script,
  type ScriptedPlatform,
  startScriptedPlatform,
} from "../../platform/testing/scripted-platform"
import { createTestBff, ownOrigin, sampleGuid } from "../testing/test-bff"
import { createEditLog, type EditLog } from "./table"

const schema = `edits_${randomUUID().slice(0, 8)}`
const path = `/v1.2/departments/${sampleGuid}`
const patch = `[ {"op":"test","path":"/name","value":"Oslo"}, {"op":"replace","path":"/name","value":"Bergen é"} ]`
const client = { clientId: "client", clientSecret: "planted-client-secret" }
const headers = new Headers({
  "x-requested-with": "dashboard",
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json-patch+json",
})

let pool: ReturnType<typeof openPool>
let edits: EditLog
let platform: ScriptedPlatform
let bff: ReturnType<typeof createTestBff>
let forgotten: string[]

beforeAll(async () => {
  pool = openPool(inject("databaseUrl"), { max: 3 })
  edits = createEditLog({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
})
afterAll(async () => {
  await pool.end()
})

const createCache = () => ({
  over: <S>(source: S) => source,
  invalidate: async (record: string) => void forgotten.push(record),
})
const open = (more: Partial<Parameters<typeof createTestBff>[1]> = {}) => {
  const { apiUrl, tokenUrl } = platform
  return createTestBff({ apiUrl, tokenUrl, ...client }, { edits, createCache, ...more })
}

beforeEach(async () => {
  await pool.query(`truncate "${schema}".edit`)
  platform = await startScriptedPlatform()
  forgotten = []
  bff = open()
})
afterEach(async () => {
  await bff.close()
  await platform.stop()
})

const send = (body: string, more: object = {}) =>
  bff.ask(path, { method: "PATCH", headers, body: new Blob([body]).stream(), ...more })
const newest = async () => (await edits.read({ limit: 1 }))[0]
const sent = () => platform.reads.filter(({ method }) => method === "PATCH")

/** Scripts the response to the PATCH and the response to the request that reads the record back. */
const script =
  (onPatch: Script, record?: object): Script =>
  (response, arrival) =>
    arrival.method === "PATCH"
      ? onPatch(response, arrival)
      : answerJson({ count: 1, data: record ? [record] : [] })(response, arrival)
const reset: Script = (response) => response.destroy()
const applied = answerJson({ data: { id: sampleGuid, name: "Bergen é" } })

describe("An edit", () => {
  // rules: Department PATCH (RFC 6902) 11
  test("is logged before it is sent, sent byte for byte, and returned with the record", async () => {
    let before: Awaited<ReturnType<typeof newest>>
    platform.onRead = script((response, arrival) => {
      newest().then((edit) => {
        before = edit
        applied(response, arrival)
      })
    })
    const { status, body } = await send(patch)
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { name: "Bergen é" } } })
    expect(before).toMatchObject({ outcome: "intended", patch, recordId: sampleGuid })
    expect(sent()).toMatchObject([{ body: patch }])
    const { requestId, personId, ...edit } = (await newest()) ?? {}
    expect(edit).toMatchObject({ outcome: "applied", status: 200, operation: "update-department" })
    expect(personId).toBe("person-admin")
    expect(sent()[0]?.headers["x-request-id"]).toBe(requestId)
    expect(forgotten).toEqual(["department"])
  })

  // rules: Department PATCH (RFC 6902) 11
  test.each<[number, string]>([
    [409, "test_failed"],
    [422, "patch_not_applicable"],
    [404, "not_found"],
    [400, "refused_request"],
  ])("refused by the platform with %i returns the platform's message", async (status, code) => {
    const details = [{ path: "/name", message: "name is not as tested." }]
    platform.onRead = answerJson({ errorCode: "x", message: "No.", details }, status)
    const answer = await send(patch)
    expect(answer).toMatchObject({ status, body: { code } })
    if (code !== "not_found")
      expect(answer.body).toMatchObject({ detail: "No.", errors: [{ parameter: "/name" }] })
    expect(await newest()).toMatchObject({ outcome: "refused", status, code })
    expect(platform.reads).toHaveLength(1)
  })

  // rules: Department PATCH (RFC 6902) 11
  test.each<[string, object | undefined, string]>([
    ["new", { id: sampleGuid, name: "Bergen é" }, "applied"],
    ["old", { id: sampleGuid, name: "Oslo" }, "not_applied"],
    ["somebody else's", { id: sampleGuid, name: "Bodø" }, "changed"],
    ["no", undefined, "undetermined"],
  ])(
    "whose connection breaks is not sent again, and the record is read back: %s values",
    async (_, record, verdict) => {
      platform.onRead = script(reset, record)
      expect(await send(patch)).toMatchObject({
        status: 502,
        body: { code: "unknown_outcome", verdict },
      })
      expect(sent()).toHaveLength(1)
      expect(await newest()).toMatchObject({ outcome: "unknown", verdict })
      expect(forgotten).toContain("department")
    },
  )

  test.each<[string, string, unknown]>([
    ["a name that is blank", "/name", " "],
    ["no e-mail address", "/email", "nobody"],
    ["no time zone", "/timeZone", "Mars/Olympus"],
    ["a type that is none", "/type", "Castle"],
    ["a field that no patch may change", "/lastModifiedDateTime", "2026-01-01T00:00:00Z"],
    ["itself as the department above", "/parentId", sampleGuid.toUpperCase()],
  ])(
    "with %s is refused before it is sent, with its field, and is logged",
    async (_, at, value) => {
      platform.onRead = applied
      const body = JSON.stringify([{ op: "replace", path: at, value }])
      expect(await send(body)).toMatchObject({
        status: 422,
        body: { code: "patch_not_applicable", errors: [{ parameter: at }] },
      })
      expect(platform.reads).toEqual([])
      expect(await newest()).toMatchObject({ outcome: "refused", code: "patch_not_applicable" })
    },
  )

  test("of unknown or nested fields is left to the platform to validate", async () => {
    platform.onRead = applied
    const body = JSON.stringify([
      { op: "add", path: "/unknown", value: 7 },
      { op: "replace", path: "/phoneNumber/number", value: "x" },
      { op: "test", path: "/id", value: "x" },
    ])
    expect(await send(body)).toMatchObject({ status: 200 })
    expect(sent()).toMatchObject([{ body }])
  })

  test("that cannot be logged first is not sent", async () => {
    await bff.close()
    bff = open({ edits: createEditLog({ pool, schema: `${schema}\0` }) })
    expect(await send(patch)).toMatchObject({
      status: 503,
      body: { code: "shared_state_unavailable", retryAfter: 5 },
    })
    expect(platform.reads).toHaveLength(0)
  })

  test("without quota is not sent and is logged as not sent", async () => {
    await bff.close()
    const refuse = () => Promise.reject(new UpstreamError("quota_exhausted", { retryAfter: 9 }))
    bff = open({ governor: { run: refuse, pause: async () => {} } })
    expect(await send(patch)).toMatchObject({
      status: 503,
      body: { code: "quota_exhausted", retryAfter: 9 },
    })
    expect(await newest()).toMatchObject({ outcome: "not_sent", code: "quota_exhausted" })
    expect(platform.reads).toHaveLength(0)
  })

  // rules: Patches
  test.each<[string, string, object]>([
    ["is no JSON", "{", { status: 400, body: { code: "malformed_body" } }],
    [
      "names no such operation",
      '[{"op":"put","path":"/name"}]',
      { status: 400, body: { code: "malformed_body", errors: [{ parameter: "/0" }] } },
    ],
    [
      "is larger than 64 KiB",
      JSON.stringify([{ op: "add", path: "/name", value: "x".repeat(70_000) }]),
      { status: 413, body: { code: "body_too_large" } },
    ],
  ])("that %s is refused without a log entry or a call", async (_, body, expected) => {
    expect(await send(body)).toMatchObject(expected)
    expect(await newest()).toBeUndefined()
    expect(platform.reads).toHaveLength(0)
  })

  test("accepts no query", async () => {
    const answer = await bff.ask(`${path}?name=x`, { method: "PATCH", headers })
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_query" } })
    expect(platform.reads).toHaveLength(0)
  })
})

describe("An edit that was interrupted between intent and outcome", () => {
  const intent = {
    personId: "person-admin",
    operation: "update-department",
    recordId: sampleGuid,
    patch,
    requestId: "request-1",
  }
  const age = () =>
    pool.query(`update "${schema}".edit set intended_at = intended_at - interval '1 hour'`)

  // rules: Department PATCH (RFC 6902) 11
  test("becomes unknown, is read back and never sent again", async () => {
    platform.onRead = script(applied, { id: sampleGuid, name: "Bergen é" })
    await edits.intend(intent)
    expect(await bff.editor.readBack()).toBe(0)
    await age()
    expect(await bff.editor.readBack()).toBe(1)
    expect(await newest()).toMatchObject({ outcome: "unknown", verdict: "applied" })
    expect(sent()).toHaveLength(0)
    expect(await bff.editor.readBack()).toBe(0)
  })

  test("stays without a verdict if the record cannot be read", async () => {
    platform.onRead = reset
    await edits.intend(intent)
    await age()
    await bff.editor.readBack()
    expect(await newest()).toMatchObject({ outcome: "unknown", verdict: undefined })
  })
})
