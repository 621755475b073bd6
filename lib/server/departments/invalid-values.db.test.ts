import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, departmentTypes, type Row } from "@/lib/catalogue"
import { openTestStore } from "@/lib/records/testing/open-test-store"
import { readDemoRows } from "@/service/demo/test-rows"
import type { Replica } from "../copies/replica"
import { createUpstreamHider } from "../reads/hide-upstream"
import { createWholeLists, createWholePages } from "../reads/whole-source"
import { createInvalidValues } from "./invalid-values"

const apiUrl = "https://platform.test/api"
const hider = createUpstreamHider(catalogue, { apiUrl, tokenUrl: `${apiUrl}/token` })

const isCulture = (text: string) => {
  try {
    return text === "" ? false : [...Intl.getCanonicalLocales(text)].length === 1
  } catch {
    return false
  }
}
const isZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).format() !== ""
  } catch {
    return false
  }
}
const orNull = (is: (value: never) => boolean) => (value: unknown) =>
  value === null || value === undefined || is(value as never)

interface Phone {
  readonly countryCode: number | null
  readonly number: string | null
}

/** What each field has to be, said once more in other words. */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === "string" && value.trim() !== "",
  type: (value) => (departmentTypes as readonly unknown[]).includes(value),
  email: orNull((text: string) => /^[^@\s.]+(\.[^@\s.]+)*@[\w-]+(\.[\w-]+)+$/.test(text)),
  timeZone: orNull(isZone),
  contentCulture: orNull(isCulture),
  uiCulture: orNull(isCulture),
  selectedCultures: orNull((texts: string[]) => texts.every(isCulture)),
  locales: orNull((texts: { culture: string | null }[]) =>
    texts.every(({ culture }) => culture !== null && isCulture(culture)),
  ),
  phoneNumber: orNull(
    ({ countryCode, number }: Phone) =>
      countryCode !== null &&
      countryCode > 0 &&
      countryCode < 1000 &&
      /^\d{1,15}$/.test(number ?? ""),
  ),
}

const brokenBy = (row: Row) =>
  Object.entries(rules).flatMap(([field, is]) => (is(row[field]) ? [] : [field]))

/** Departments of the demo, of which some have got values that cannot be. */
function spoil(rows: readonly Row[]): Row[] {
  const faults: readonly Row[] = [
    { email: "nobody at home" },
    { email: `mail@${new URL(apiUrl).host} or so` },
    { timeZone: "Europe/Atlantis" },
    { uiCulture: "not a culture!", contentCulture: "" },
    { phoneNumber: { countryCode: 4500, number: "12 34" } },
    { selectedCultures: ["da-DK", "?"] },
    { name: " " },
  ]
  return rows.map((row, at) => (at % 9 === 4 ? { ...row, ...faults[((at / 9) % 7) | 0] } : row))
}

describe.each([0.02, 0.1, 0.3])("of departments at %d of the demo data", (scale) => {
  const rows = spoil([...readDemoRows("department", scale)].map(({ values }) => values))
  let testStore: Awaited<ReturnType<typeof openTestStore>>
  beforeAll(async () => {
    testStore = await openTestStore({ isCopy: true })
    const stored = rows.map((values) => ({ values }))
    await testStore.store.loadRecords("department", stored)
  })
  afterAll(() => testStore.drop())

  function open(coverageAsOf: Date | null = new Date("2026-11-01T00:00:00Z")) {
    const { store } = testStore
    let pages = 0
    const coverage = async () => ({ whole: 1, lists: 1, missing: 0, asOf: coverageAsOf })
    const replica: Pick<Replica, "coverage" | "coverageOfNamed"> = {
      coverage,
      coverageOfNamed: coverage,
    }
    const invalid = createInvalidValues({
      catalogue,
      hider,
      wholes: createWholeLists({ replica, store }),
      wholePages: createWholePages({
        replica,
        store: {
          readPage: (...given) => {
            pages += 1
            return store.readPage(...given)
          },
        },
      }),
    })
    return { invalid, pagesRead: () => pages }
  }

  test("as many have an invalid value as plain code finds, by field and one by one", async () => {
    const { invalid } = open()
    const answer = await invalid.read("all", undefined)
    const broken = rows.map((row) => ({ row, fields: brokenBy(row) }))
    const faulty = broken.filter(({ fields }) => fields.length > 0)
    expect(faulty.length).toBeGreaterThan(7)
    expect(answer.departments).toBe(rows.length)
    expect(answer.invalid).toBe(faulty.length)
    const counts = new Map<string, number>()
    for (const field of faulty.flatMap(({ fields }) => fields))
      counts.set(field, (counts.get(field) ?? 0) + 1)
    expect(
      Object.fromEntries(answer.fields.map(({ field, departments }) => [field, departments])),
    ).toEqual(Object.fromEntries(counts))
    const pairs = new Set(answer.values.map(({ id, field }) => `${id} ${field}`))
    expect(pairs).toEqual(
      new Set(faulty.flatMap(({ row, fields }) => fields.map((field) => `${row["id"]} ${field}`))),
    )
    expect(JSON.stringify(answer)).not.toContain(new URL(apiUrl).host)
    expect(answer.asOf).toBe("2026-11-01T00:00:00.000Z")
  })

  test("one field's values are told alone, or none", async () => {
    const { invalid } = open()
    const all = await invalid.read("all", undefined)
    const emails = await invalid.read("all", "email")
    expect(emails.values.length).toBeGreaterThan(0)
    expect(emails.values).toEqual(all.values.filter(({ field }) => field === "email"))
    expect(await invalid.read("all", "none")).toEqual({ ...all, values: [] })
  })

  test("they are looked for again only where the copy has changed", async () => {
    const { invalid, pagesRead } = open()
    const [before] = await Promise.all(
      ["email", "none", undefined].map((f) => invalid.read("all", f)),
    )
    const read = pagesRead()
    expect(read).toBe(Math.ceil(rows.length / 200))
    await invalid.read("all", "none")
    expect(pagesRead()).toBe(read)
    const [{ id } = { id: "" }] = before?.values ?? []
    const { pool, schema } = testStore
    await pool.query(
      `update "${schema}".department set email = null, last_modified_date_time = $2 where id = $1`,
      [id, "2026-11-20T00:00:00Z"],
    )
    const after = await invalid.read("all", "none")
    expect(pagesRead()).toBeGreaterThan(read)
    expect(after.departments).toBe(before?.departments)
  })

  test("nothing is said of departments that are not copied", async () => {
    await expect(open(null).invalid.read("all", undefined)).rejects.toThrow("not_copied")
  })
})
