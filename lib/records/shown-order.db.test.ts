import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  catalogue,
  type ListOperation,
  type Property,
  type QueryType,
  type Row,
  recordType,
  wholeLists,
} from "@/lib/catalogue"
import type { NamesById } from "./shown-order"
import { randomRows } from "./summary/testing/random-rows"
import { neededAbove } from "./testing/model"
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

/** Reads all rows in order, in pages of three, forward and back. */
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

/** The expected order: by language, with empty values last. */
function expected(texts: readonly (string | null)[], language: string, direction: Direction) {
  const { compare } = new Intl.Collator(language)
  const sign = direction === "asc" ? 1 : -1
  const named = texts.filter((text): text is string => text !== null)
  const empty = texts.filter((text) => text === null)
  return [...named.toSorted((one, other) => sign * compare(one, other)), ...empty]
}

describe.each(["en", "da", "de"])("sorted in the language %s", (language) => {
  describe.each(["asc", "desc"] as const)("%s", (direction) => {
    const managerName = ({ managerUserId }: Row) =>
      people.find(({ id }) => id === managerUserId)?.name ?? null

    test.each([
      ["that are given", given],
      ["in a table", { from: "table", schema: "public", table: "person_name" } as const],
    ])("ids are sorted by their names %s, and those without a name come last", async (_, names) => {
      const rows = await walk("managerUserId", direction, language, names)
      const texts = rows.map(managerName)
      expect(rows).toHaveLength(managers.length)
      expect(texts).toEqual(expected(texts, language, direction))
    })

    test.each(["name", "city"])("%s is sorted by language, empty values last", async (property) => {
      const rows = await walk(property, direction, language, given)
      const texts = rows.map((row) => row[property] as string | null)
      expect(texts).toEqual(expected(texts, language, direction))
    })
  })
})

test("without a language the specification's order applies: nulls first when descending", async () => {
  const sort = [{ property: "city", descending: true }]
  const request = { filters: [], sort, limit: 200 }
  const page = await testStore.store.readPage(list, {}, request, { baseUrl, scope: "all" })
  const cities = (JSON.parse(page.data) as Row[]).map(({ city }) => city)
  const empty = cities.filter((city) => city === null).length
  expect(empty).toBeGreaterThan(0)
  expect(cities.slice(0, empty).every((city) => city === null)).toBe(true)
})

/** A time to the microsecond as a text that sorts like the time. */
function timeText(value: unknown): string {
  const [, seconds = "", fraction = ""] = /^([^.Z+]+)(?:\.(\d+))?/.exec(`${value}`) ?? []
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, "0")}`
}

/** The expected comparison of two non-empty values of a property. */
function comparison(type: QueryType, language: string) {
  const { compare } = new Intl.Collator(language)
  return (one: unknown, other: unknown): number => {
    if (type === "string" || type === "guid") return compare(`${one}`, `${other}`)
    const [left, right] = type.startsWith("datetime") ? [one, other].map(timeText) : [one, other]
    return left === right ? 0 : (left as number) < (right as number) ? -1 : 1
  }
}

const memberIn = (row: Row, { field, member }: NonNullable<Property["memberOf"]>) =>
  (row[field] as Row | null)?.[member] ?? null

/** Every id has a name, and many names are the same. */
const nameOfId = (id: string) => people[Number.parseInt(id.slice(0, 8), 10) % 10]?.name ?? ""
const orderedLists = wholeLists(catalogue).filter(({ record }) => record !== "dataPoint")

describe.each(orderedLists.map((each) => [each.id, each] as const))("%s", (_, operation) => {
  const { records, stored, above } = randomRows(catalogue, operation, { seed: 46, count: 60 })
  const ids = records.flatMap(({ values }) =>
    Object.values(values).filter(
      (value) => typeof value === "string" && /^\d{8}-0000-4000/.test(value),
    ),
  ) as string[]
  const named: NamesById = {
    from: "given",
    names: Object.fromEntries(ids.map((id) => [id, nameOfId(id)])),
  }
  beforeAll(async () => {
    await testStore.store.clear()
    const needed = neededAbove(catalogue, recordType(catalogue, operation.record))
    if (needed) await testStore.store.loadRecords(needed.of, above)
    await testStore.store.loadRecords(operation.record, stored)
  })

  const sortable = Object.entries(operation.properties).filter(([, { sort }]) => sort)
  test.each(sortable)(
    "is sorted by %s, page by page, empty values last",
    async (name, property) => {
      const shownValue = (row: Row) => {
        const value = row[property.field ?? name] ?? null
        return property.type === "guid" && value !== null ? nameOfId(`${value}`) : value
      }
      const all = records.map(({ values }) =>
        shownValue(property.memberOf ? { [name]: values[name] } : values),
      )
      for (const language of ["en", "da", "de"])
        for (const descending of [false, true]) {
          const shown = { language, namesOf: () => named }
          const read = (request: Parameters<typeof testStore.store.readPage>[2]) =>
            testStore.store.readPage(operation, {}, request, { baseUrl, scope: "all", shown })
          const found: unknown[] = []
          let page = await read({ filters: [], sort: [{ property: name, descending }], limit: 25 })
          for (;;) {
            const rows = JSON.parse(page.data) as Row[]
            found.push(
              ...rows.map((row) =>
                shownValue(property.memberOf ? { [name]: memberIn(row, property.memberOf) } : row),
              ),
            )
            if (page.nextCursor === undefined) break
            page = await read({ cursor: page.nextCursor, limit: 25 })
          }
          const compare = comparison(property.type, language)
          const sign = descending ? -1 : 1
          const full = all.filter((value) => value !== null)
          const sorted = full.toSorted((one, other) => sign * compare(one, other))
          expect(found).toHaveLength(all.length)
          const isInOrder = found
            .slice(0, sorted.length)
            .every((value, at) => compare(value, sorted[at]) === 0)
          expect({ language, descending, isInOrder }).toEqual({
            language,
            descending,
            isInOrder: true,
          })
          expect(found.slice(sorted.length).every((value) => value === null)).toBe(true)
        }
    },
  )
})
