import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest"
import { diffDocuments, type JsonPatchOperation } from "@/lib/json-patch"
import { rounds } from "@/scripts/testing/rounds"
import { type Department, sampleDepartment } from "@/service/testing/departments"
import { type Upstream, UpstreamError } from "../../platform"
import { createTestBff, personOf } from "../testing/test-bff"
import { createEditLog } from "./table"
import { type EditWorld, openEditWorld, pageHeaders } from "./testing/open-edit-world"

let world: EditWorld
/** The faults of the next edits: lost before or after they are applied, or never sent. */
let losses: ("before" | "after" | "unsent")[]
let bff: ReturnType<typeof createTestBff>

const over = (upstream: Upstream): Upstream => ({
  ...upstream,
  async edit(edit) {
    const loss = losses.shift()
    if (loss === "unsent") throw new UpstreamError("quota_exhausted", { sent: false })
    if (loss !== "before") {
      const answer = await upstream.edit(edit)
      if (!loss) return answer
    }
    throw new UpstreamError("upstream_cut_off", { sent: true })
  },
})

beforeAll(async () => {
  world = await openEditWorld(inject("databaseUrl"))
  bff = createTestBff(world.config, { edits: world.edits, over })
})
afterAll(async () => {
  await bff?.close()
  await world?.close()
})
beforeEach(() => {
  losses = []
})

const people = ["one", "another"].map((sub) => ({ ...personOf("admin"), sub }))

interface Sending {
  readonly id: string
  readonly patch: readonly JsonPatchOperation[]
  readonly key?: string
  readonly session?: (typeof people)[number] | undefined
  readonly undoes?: string
  readonly by?: typeof bff
}

const send = ({ id, patch, key, session = people[0], undoes, by = bff }: Sending) =>
  by.ask(`/api/departments/${id}/edits`, {
    method: "POST",
    session,
    headers: new Headers({
      ...pageHeaders,
      ...(key !== undefined && { "idempotency-key": key }),
      ...(undoes !== undefined && { "x-undoes": undoes }),
    }),
    body: new Blob([JSON.stringify(patch)]).stream(),
  })

async function load() {
  const department = sampleDepartment()
  await world.departments.load(department)
  const id = `${department.id}`
  const before = await world.departments.read(id)
  const change = (values: Partial<Department>) =>
    diffDocuments({ ...before }, { ...before, ...values })
  return { id, before, change, read: () => world.departments.read(id) }
}

const loggedOf = (id: string) => world.edits.read({ filter: { record: id }, limit: 100 })

describe("The server decides the outcome of an edit:", () => {
  test("applied, with the department and the log entry", async () => {
    const { id, change, read } = await load()
    const { status, body } = await send({ id, patch: change({ city: "Bergen" }) })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { outcome: "applied", reasons: [], record: { id, city: "Bergen" } },
    })
    expect((await loggedOf(id)).map(({ id: edit }) => edit)).toEqual([body.edit.id])
    expect((await read()).city).toBe("Bergen")
  })

  test("refused, with reasons by path and the department as someone else changed it", async () => {
    const { id, change } = await load()
    await send({ id, patch: change({ city: "Bergen" }), session: people[1] })
    const { status, body } = await send({ id, patch: change({ city: "Oslo" }) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: "refused", edit: { code: "test_failed" } })
    expect(body.record).toMatchObject({ city: "Bergen" })
    expect(body.reasons.map(({ path }: { path: string }) => path)).toEqual(["", "/city"])
  })

  test("refused for invalid values before it is sent", async () => {
    const { id, change } = await load()
    const { body } = await send({ id, patch: change({ timeZone: "Mars/Olympus" }) })
    expect(body).toMatchObject({ outcome: "refused", record: null })
    expect(body.reasons).toContainEqual({ path: "/timeZone", message: expect.any(String) })
  })

  test.each([
    ["after", "applied", "Bergen"],
    ["before", "refused", "Aarhus C"],
  ] as const)(
    "an edit whose response is lost %s it is applied is read back",
    async (loss, outcome, city) => {
      const { id, change, read } = await load()
      losses = [loss]
      const { body } = await send({ id, patch: change({ city: "Bergen" }) })
      expect(body).toMatchObject({ outcome, record: { id }, edit: { outcome: "unknown" } })
      expect((await read()).city).toBe(city)
    },
  )

  test("unknown, if someone has changed the same field since", async () => {
    const { id, change, before } = await load()
    const read: Upstream["read"] = async () => ({
      envelope: { count: 1, data: [{ ...before, city: "Bodø" }] } as never,
      receivedAt: Date.now(),
    })
    const blurred = createTestBff(world.config, {
      edits: world.edits,
      over: (upstream) => ({ ...over(upstream), read }),
    })
    losses = ["after"]
    const { body } = await send({ id, patch: change({ city: "Bergen" }), by: blurred })
    expect(body).toMatchObject({ outcome: "unknown", edit: { verdict: "changed" } })
    await blurred.close()
  })

  test("an edit can be read by its id after its unknown outcome was resolved", async () => {
    const { id, change } = await load()
    losses = ["after"]
    const sent = await send({ id, patch: change({ city: "Bergen" }) })
    const again = await bff.ask(`/api/departments/${id}/edits/${sent.body.edit.id}`)
    expect(again.body).toEqual(sent.body)
    const other = await load()
    const elsewhere = await bff.ask(`/api/departments/${other.id}/edits/${sent.body.edit.id}`)
    expect(elsewhere).toMatchObject({ status: 404, body: { code: "not_found" } })
  })

  test("the platform's own PATCH route responds like the platform and names the edit in x-edit-id", async () => {
    const { id, change } = await load()
    const ask = (key: string, patch = change({ city: "Bergen" })) =>
      bff.ask(`/v1.2/departments/${id}`, {
        method: "PATCH",
        headers: new Headers({ ...pageHeaders, "idempotency-key": key }),
        body: new Blob([JSON.stringify(patch)]).stream(),
      })
    const key = randomUUID()
    const first = await ask(key)
    const [edit] = await loggedOf(id)
    expect(first.body).toMatchObject({ data: { city: "Bergen" } })
    expect(first.headers.get("x-edit-id")).toBe(edit?.id)
    const repeated = await ask(key)
    expect(repeated.headers.get("x-edit-id")).toBe(edit?.id)
    expect(repeated.body).toMatchObject({ data: { id, city: "Bergen" } })
    const refused = await ask(randomUUID(), change({ city: "Oslo" }))
    expect(refused).toMatchObject({ status: 409, body: { code: "test_failed" } })
    const [newest, ...older] = await loggedOf(id)
    expect(refused.headers.get("x-edit-id")).toBe(newest?.id)
    expect(older).toHaveLength(1)
  })
})

describe("An idempotency key", () => {
  test("sends an edit once: concurrent repeats on two instances get the first response", async () => {
    const { id, change } = await load()
    const other = createTestBff(world.config, {
      edits: createEditLog({ pool: world.pool, schema: world.schema }),
    })
    const patch = change({ city: "Bergen" })
    const key = randomUUID()
    const answers = await Promise.all(
      [bff, other, bff, other].map((by) => send({ id, patch, key, by })),
    )
    await other.close()
    expect(answers.map(({ body }) => body.outcome)).toEqual(Array(4).fill("applied"))
    expect(new Set(answers.map(({ body }) => body.edit.id)).size).toBe(1)
    expect(await loggedOf(id)).toHaveLength(1)
  })

  test("returns a refusal again, with its reasons", async () => {
    const { id, change } = await load()
    await send({ id, patch: change({ city: "Bergen" }) })
    const sending = { id, patch: change({ city: "Oslo" }), key: randomUUID() }
    const first = await send(sending)
    expect((await send(sending)).body).toEqual(first.body)
    expect(first.body.outcome).toBe("refused")
  })

  test("belongs to one change of one department by one person", async () => {
    const [one, two] = [await load(), await load()]
    const key = randomUUID()
    const patch = one.change({ city: "Bergen" })
    const [edit] = [(await send({ id: one.id, patch, key })).body.edit]
    for (const other of [
      { id: one.id, patch: one.change({ city: "Oslo" }) },
      { id: two.id, patch },
      { id: one.id, patch, undoes: edit.id },
    ])
      expect(await send({ ...other, key })).toMatchObject({
        status: 422,
        body: { code: "idempotency_key_reused" },
      })
    const theirs = await send({
      id: two.id,
      patch: two.change({ city: "Oslo" }),
      key,
      session: people[1],
    })
    expect(theirs.body).toMatchObject({ outcome: "applied" })
  })

  test("can be reused if its edit was not sent or is older than a day", async () => {
    const { id, change, before } = await load()
    const sending = { id, patch: change({ city: "Bergen" }), key: randomUUID() }
    losses = ["unsent"]
    expect(await send(sending)).toMatchObject({ status: 503, body: { code: "quota_exhausted" } })
    expect((await send(sending)).body).toMatchObject({ outcome: "applied" })
    await world.pool.query(
      `update "${world.schema}".edit set intended_at = intended_at - interval '25 hours' where record_id = $1`,
      [id],
    )
    const back = diffDocuments({ ...before, city: "Bergen" }, { ...before })
    expect((await send({ ...sending, patch: back })).body).toMatchObject({ outcome: "applied" })
  })

  test.each(["", " ", "x".repeat(256), "é"])("of the form %j is refused", async (key) => {
    const { id, change } = await load()
    const { status, body } = await send({ id, patch: change({ city: "Bergen" }), key })
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_body" })
    expect(await loggedOf(id)).toEqual([])
  })
})

const pairs = rounds({ test: 25, deep: 200 })

test(`Of ${2 * pairs} edits by two people, repeated and with lost responses, each is applied at most once and logged.`, async () => {
  const { id, read } = await load()
  const start = world.service.lines.length
  let seed = 7
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  let made = 0
  const seen = new Map<string, string>()
  for (let round = 0; round < pairs; round += 1) {
    const before = await read()
    const intentions = people.map((session, at) => ({
      id,
      session,
      key: randomUUID(),
      patch: diffDocuments(
        { ...before },
        { ...before, [random() < 0.5 ? "city" : "email"]: `${round}-${at}@nordlys.example` },
      ),
    }))
    losses = Array.from({ length: 2 }, () => random()).flatMap((chance) =>
      chance < 0.2 ? ["after"] : chance < 0.3 ? ["before"] : chance < 0.4 ? ["unsent"] : [],
    )
    const answers = await Promise.all(
      intentions.flatMap((intention) => [send(intention), send(intention)]),
    )
    // Callers without a response repeat the request with the same key.
    losses = []
    const repeated = await Promise.all(intentions.map(send))
    for (const { body } of [...answers, ...repeated])
      if (body.edit) {
        const known = seen.get(body.edit.id) ?? body.outcome
        expect(body.outcome).toBe(known)
        seen.set(body.edit.id, known)
        if (body.outcome === "refused") expect(body.edit.personId).toMatch(/one|another/)
      }
    for (const { body } of repeated) if (body.outcome === "applied") made += 1
  }
  const log = await world.edits.read({ filter: { record: id }, limit: 1000 })
  const wasMade = log.filter(
    ({ outcome, verdict }) => outcome === "applied" || verdict === "applied",
  )
  const patched = world.service.lines
    .slice(start)
    .filter(({ method, status }) => method === "PATCH" && status === 200)
  expect(wasMade).toHaveLength(made)
  expect(patched).toHaveLength(made)
  // The stored values are those of the newest applied edits in the log.
  const after = await read()
  for (const path of ["city", "email"] as const) {
    const newest = wasMade.find(({ patch }) => patch.includes(`"/${path}"`))
    const write = (JSON.parse(newest?.patch ?? "[]") as JsonPatchOperation[]).find(
      (operation) => operation.op === "replace" && operation.path === `/${path}`,
    )
    expect(after[path]).toBe(write && "value" in write ? write.value : undefined)
  }
  process.stdout.write(`${made} of ${2 * pairs} edits were made.\n`)
}, 120_000)
