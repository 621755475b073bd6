import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, type ListOperation, type Row, wholeLists } from "@/lib/catalogue"
import type { NamesById } from "./shown-order"
import { baseUrl, openTestStore } from "./testing/open-test-store"

let testStore: Awaited<ReturnType<typeof openTestStore>>
const people = [
  "Åse Berg",
  "Zoë Hill",
  "zacharias Dam",
  "Ähre Kurz",
  "Aage Holm",
  "Ærø Lund",
  "Øyvind Dahl",
  "Mads Koch",
  "Möller Ute",
  "Müller Jan",
  "",
].map((name) => ({ id: randomUUID(), name }))
const nobody = [null, randomUUID()]
const managers = [...people.map(({ id }) => id), ...nobody, people[3]?.id ?? null]
const given: NamesById = {
  from: "given",
  names: Object.fromEntries(people.map(({ id, name }) => [id, name])),
}

const departments = wholeLists(catalogue).find(({ wholeOf }) => wholeOf === "departments")
if (!departments) throw new Error("There is no whole list of departments.")
const list: ListOperation = departments

beforeAll(async () => {
  testStore = await openTestStore({ isCopy: true })
  const rows = managers.map((managerUserId, index) => ({
    scope: {},
    values: {
      id: randomUUID(),
      name: people[(index * 7) % people.length]?.name ?? "",
      managerUserId,
      city: index % 3 === 0 ? null : `City ${index % 4}`,
      type: "Store",
    },
  }))
  await testStore.store.loadRecords("department", rows)
  await testStore.pool.query("create table public.person_name (id uuid primary key, name text)")
  await testStore.pool.query(
    "insert into public.person_name select * from unnest($1::uuid[], $2::text[])",
    [people.map(({ id }) => id), people.map(({ name }) => name)],
  )
})
afterAll(() => testStore.close())

type Direction = "asc" | "desc"

/** Every row in the order, in pages of three, there and back. */
async function walk(property: string, direction: Direction, language: string, names: NamesById) {
  const shown = {
    language,
    namesOf: (of: string) => (of === "managerUserId" ? names : undefined),
  }
  const sort = [{ property, descending: direction === "desc" }]
  const read = (request: Parameters<typeof testStore.store.readPage>[2]) =>
    testStore.store.readPage(list, {}, request, { baseUrl, scope: "all", shown })
  const found: Row[] = []
  let page = await read({ filters: [], sort, limit: 3 })
  for (;;) {
    found.push(...(JSON.parse(page.data) as Row[]))
    if (page.nextCursor === undefined) break
    page = await read({ cursor: page.nextCursor, limit: 3 })
  }
  const last = JSON.parse(page.data) as Row[]
  const back: Row[] = []
  while (page.previousCursor !== undefined) {
    page = await read({ cursor: page.previousCursor, limit: 3 })
    back.unshift(...(JSON.parse(page.data) as Row[]))
  }
  expect([...back, ...last].map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  const jumped = await read({ filters: [], sort, limit: 3, offset: 4 })
  expect((JSON.parse(jumped.data) as Row[]).map(({ id }) => id)).toEqual(
    found.slice(4, 7).map(({ id }) => id),
  )
  return found
}

/** What plain code says: by the language, what is empty last. */
function expected(texts: readonly (string | null)[], language: string, direction: Direction) {
  const { compare } = new Intl.Collator(language)
  const sign = direction === "asc" ? 1 : -1
  const named = texts.filter((text): text is string => text !== null)
  const empty = texts.filter((text) => text === null)
  return [...named.toSorted((one, other) => sign * compare(one, other)), ...empty]
}

describe.each(["en", "da", "de"])("in the order of %s", (language) => {
  describe.each(["asc", "desc"] as const)("%s", (direction) => {
    const managerName = ({ managerUserId }: Row) =>
      people.find(({ id }) => id === managerUserId)?.name ?? null

    test.each([
      ["that are given", given],
      ["in a table", { from: "table", schema: "public", table: "person_name" } as const],
    ])("ids stand by their names %s, and what has none comes last", async (_, names) => {
      const rows = await walk("managerUserId", direction, language, names)
      const texts = rows.map(managerName)
      expect(rows).toHaveLength(managers.length)
      expect(texts).toEqual(expected(texts, language, direction))
    })

    test.each(["name", "city"])("%s stands as people read it, empty last", async (property) => {
      const rows = await walk(property, direction, language, given)
      const texts = rows.map((row) => row[property] as string | null)
      expect(texts).toEqual(expected(texts, language, direction))
    })
  })
})

test("the specification's order stays where nobody asks for another: nulls first descending", async () => {
  const sort = [{ property: "city", descending: true }]
  const request = { filters: [], sort, limit: 200 }
  const page = await testStore.store.readPage(list, {}, request, { baseUrl, scope: "all" })
  const cities = (JSON.parse(page.data) as Row[]).map(({ city }) => city)
  const empty = cities.filter((city) => city === null).length
  expect(empty).toBeGreaterThan(0)
  expect(cities.slice(0, empty).every((city) => city === null)).toBe(true)
})
