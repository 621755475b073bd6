import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { ownHeaders, startSignedIn } from "../testing/ask-as"

let world: Awaited<ReturnType<typeof startSignedIn>>
beforeAll(async () => {
  world = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => world?.stop())

const user = randomUUID()

async function ask(path: string, who: "admin" | "hr", json: unknown) {
  const answer = await world.ask(path, {
    method: "POST",
    cookie: world.cookies[who],
    headers: { ...ownHeaders(world.origin), "content-type": "application/json" },
    body: JSON.stringify(json),
  })
  return { status: answer?.status, body: JSON.parse((await answer?.text()) || "null") }
}

test("Only an administrator may look up and erase a person, whose name is then gone.", async () => {
  const put = await world.ask("/api/names/users", {
    method: "PUT",
    cookie: world.cookies.admin,
    headers: { ...ownHeaders(world.origin), "content-type": "text/csv" },
    body: `id,name,email\n${user},Ida Holm,ida@example.com\n`,
  })
  expect(put?.status).toBe(200)
  for (const path of ["/api/erasure/lookup", "/api/erasure"])
    expect(await ask(path, "hr", { ids: [user], replacesNames: false })).toMatchObject({
      status: 403,
      body: { permission: "erasure:write" },
    })
  expect(await ask("/api/erasure/lookup", "admin", { ids: [user] })).toEqual({
    status: 200,
    body: { ids: [user], names: ["Ida Holm"], emails: ["ida@example.com"] },
  })
  for (const ids of [[], [""], ["\0"], [7]])
    expect((await ask("/api/erasure", "admin", { ids, replacesNames: false })).status).toBe(400)

  const { status, body } = await ask("/api/erasure", "admin", { ids: [user], replacesNames: true })
  expect(status).toBe(200)
  expect(body.label).toMatch(/^erased person [\da-f]{8}$/)
  expect(body.counts).toContainEqual({ table: "dashboard.user_name", does: "removed", rows: 1 })
  const looked = await ask("/api/names/users/lookup", "admin", { ids: [user] })
  expect(looked.body.names).toEqual({})
  const audit = await world.ask("/api/audit?kind=person_erased", { cookie: world.cookies.admin })
  const { events } = JSON.parse((await audit?.text()) ?? "")
  expect(events[0]).toMatchObject({ kind: "person_erased", person: { name: expect.any(String) } })
})
