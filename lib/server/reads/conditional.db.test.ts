import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue, listOperations, referencesOf } from "../../catalogue"
import { pathOf } from "../testing/access-rules"
import { type SignedIn, startSignedIn } from "../testing/ask-as"

let dashboard: SignedIn
beforeAll(async () => {
  dashboard = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())

async function ask(path: string, headers: Record<string, string> = {}) {
  const asking = { cookie: dashboard.cookies.admin, headers }
  const answer = await dashboard.ask(path, asking, "front")
  if (!answer) throw new Error("No answer.")
  return answer
}

/** Whether any record of a list refers to a person, by a plain search of its fields. */
function namesSomebody(record: string, data: readonly Record<string, unknown>[]): boolean {
  const people = [...referencesOf(record)].flatMap(([field, of]) => (of === "user" ? [field] : []))
  const holds = (value: unknown): boolean =>
    value instanceof Object &&
    Object.entries(value).some(([name, member]) =>
      people.includes(name) ? [member].flat().some(Boolean) : holds(member),
    )
  return data.some(holds)
}

test("a cached list without persons may be stored and revalidated with 304; one with persons is no-store", async () => {
  const held: string[] = []
  for (const operation of listOperations(catalogue)) {
    const path = `/api${pathOf(operation)}`
    const live = await ask(path)
    if (live.status !== 200) continue
    const { data } = await live.json()
    const cached = await ask(path)
    expect(cached.headers.get("x-data-source")).toBe("cache")
    const etag = cached.headers.get("etag")
    const caching = cached.headers.get("cache-control")
    if (namesSomebody(operation.record, data)) {
      expect([operation.id, etag, caching]).toEqual([operation.id, null, "private, no-store"])
      continue
    }
    held.push(operation.id)
    expect([operation.id, caching]).toEqual([operation.id, "private, no-cache"])
    expect(cached.headers.get("vary")).toContain("accept-encoding")
    const again = await ask(path, { "if-none-match": `${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ""])
    const other = await ask(path, { "if-none-match": 'W/"another"' })
    expect([other.status, (await other.json()).data]).toEqual([200, data])
  }
  expect(held.length).toBeGreaterThan(2)
})

test("a response is compressed if its client accepts that, and has the same content", async () => {
  const [operation] = listOperations(catalogue).filter(({ id }) => id === "data-points")
  if (!operation) throw new Error("There is no list of data points.")
  const path = `/api${pathOf(operation)}`
  const plain = Buffer.from(await (await ask(path)).arrayBuffer())
  for (const source of ["cache", "cache"]) {
    const packed = await ask(path, { "accept-encoding": "gzip, br" })
    expect(packed.headers.get("x-data-source")).toBe(source)
    const bytes = Buffer.from(await packed.arrayBuffer())
    const isPacked = packed.headers.get("content-encoding") === "gzip"
    expect(isPacked).toBe(plain.length >= 1024)
    expect(JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())).toEqual(
      JSON.parse(plain.toString()),
    )
  }
})
