import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  catalogue,
  type Field,
  type Fields,
  fieldsOf,
  listOperations,
  type Row,
  singleOperations,
} from "@/lib/catalogue"
import type { TestService } from "../testing/test-service"
import { pathAt, readList, sample, startConformanceService } from "./testing/conformance-service"

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
})
afterAll(() => service.stop())

const readData = async (path: string) => {
  const response = await service.get(path)
  return { status: response.status, body: await response.json() }
}

/** The by-id path of a record, whose last guid is its id. */
const ownPath = (operation: Parameters<typeof pathAt>[0], id: unknown) =>
  pathAt(operation, "here").replace(/[^/]+$/, `${id}`)

describe("A record by its id", () => {
  // rules: 2, 2.1–2.18
  test.each(singleOperations(catalogue))(
    "returns every stored value, including nulls and empty arrays: $id",
    async (operation) => {
      const records = sample.records(operation, "here", service.url)
      expect(records.length).toBeGreaterThan(50)
      for (const { values, sent } of records)
        expect(await readData(ownPath(operation, values["id"]))).toEqual({
          status: 200,
          body: { data: sent },
        })
    },
  )

  // rules: 2.2.2
  test("of content has medias, mentions, locales and permissions, or empty lists", async () => {
    const operation = singleOperations(catalogue).find(({ id }) => id === "content-post")
    if (!operation) throw new Error("There is no content by id.")
    const parts = ["medias", "mentions", "locales", "permissions"]
    const records = sample.records(operation, "here", service.url)
    for (const part of parts)
      expect(records.filter(({ values }) => values[part] === null).length).toBeGreaterThan(3)
    for (const { values } of records) {
      const { body } = await readData(ownPath(operation, values["id"]))
      for (const part of parts) expect(body.data[part]).toEqual(values[part] ?? [])
    }
  })

  // rules: Values 3
  test.each(singleOperations(catalogue))(
    "is found by an upper-case guid and returned with a lower-case one: $id",
    async (operation) => {
      const [record] = sample.records(operation, "here", service.url)
      const path = ownPath(operation, `${record?.values["id"]}`.toUpperCase())
      expect(await readData(path)).toEqual({ status: 200, body: { data: record?.sent } })
    },
  )

  test.each(
    singleOperations(catalogue).filter(({ parameters }) => Object.keys(parameters).length > 1),
  )("is not found under another path: $id", async (operation) => {
    const [record] = sample.records(operation, "there", service.url)
    const { status, body } = await readData(ownPath(operation, record?.values["id"]))
    expect([status, body.errorCode]).toEqual([404, "not_found"])
  })

  // rules: Values 3
  test.each(["content-post", "stage-comment"])("is returned by its own url: %s", async (id) => {
    const operation = singleOperations(catalogue).find((each) => each.id === id)
    if (!operation) throw new Error(`There is no by-id operation "${id}".`)
    const [record] = sample.records(operation, "here", service.url)
    const url = String(record?.sent["url"])
    expect(await readData(url.replace(service.url, ""))).toEqual({
      status: 200,
      body: { data: record?.sent },
    })
  })
})

const readRecords = async (id: string): Promise<readonly Row[]> => {
  const operation = listOperations(catalogue).find((each) => each.id === id)
  if (!operation) throw new Error(`There is no list "${id}".`)
  const { body } = await readList(service, pathAt(operation, "here"))
  expect(body.data.length).toBeGreaterThan(50)
  return body.data
}

describe("A list's records", () => {
  // rules: 2.1–2.18
  test.each(listOperations(catalogue))(
    "have the operation's fields in order, and no others: $id",
    async (operation) => {
      for (const record of await readRecords(operation.id))
        expect(Object.keys(record)).toEqual(Object.keys(fieldsOf(catalogue, operation)))
    },
  )

  // rules: 2.2.2
  test("of content have neither medias, mentions, locales nor permissions", async () => {
    for (const record of await readRecords("content-posts"))
      expect(record).toMatchObject({
        medias: null,
        mentions: null,
        locales: null,
        permissions: null,
      })
  })

  test("of departments have a dataSource in v1.4 and none in v1.2", async () => {
    for (const record of await readRecords("departments"))
      expect(record).toHaveProperty("dataSource")
    for (const record of await readRecords("departments-v1.2"))
      expect(record).not.toHaveProperty("dataSource")
  })

  // rules: 9.4, Names said in two ways
  test("of calendars have constant deprecated fields, and moderators under both names", async () => {
    const records = await readRecords("calendars")
    for (const record of records) {
      expect(record).toMatchObject({
        filterByDepartment: false,
        requireDepartmentFilter: false,
        departmentFilterType: null,
      })
      expect(record["moderatorList"]).toEqual(record["moderators"])
    }
    expect(
      records.some(({ moderators }) => Array.isArray(moderators) && moderators.length > 0),
    ).toBe(true)
  })

  // rules: Names said in two ways
  test("of highscore levels have alias under both names", async () => {
    const records = await readRecords("highscore-levels")
    for (const record of records) expect(record["externalId"]).toBe(record["alias"])
    expect(records.some(({ alias }) => typeof alias === "string")).toBe(true)
  })
})

const moment = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?`
const forms: { readonly [type: string]: RegExp } = {
  guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  datetime: new RegExp(`^${moment}Z$`),
  datetimeoffset: new RegExp(`^${moment}\\+00:00$`),
  localdatetime: new RegExp(`^${moment}$`),
  url: /^http:\/\/127\.0\.0\.1:\d+\/api\/v1/,
}

/** Checks the format of all values in a field and returns how many were checked. */
function checkForm(field: Field, value: unknown, name: string): number {
  if (value === null || value === undefined) return 0
  if (field.type === "object") return checkForms(field.fields, value as Row, name)
  if (field.type === "array")
    return (value as unknown[]).reduce<number>(
      (sum, item) => sum + checkForm(field.items, item, name),
      0,
    )
  const form = forms[field.type]
  if (!form) return 0
  expect([name, value]).toEqual([name, expect.stringMatching(form)])
  return 1
}

function checkForms(fields: Fields, record: Row, name: string): number {
  return Object.entries(fields).reduce(
    (sum, [key, field]) => sum + checkForm(field, record[key], `${name}.${key}`),
    0,
  )
}

describe("Times, guids and links", () => {
  const lists = listOperations(catalogue)

  // rules: Values 1
  test.each(lists)("have the format of their type in every record: $id", async (operation) => {
    const fields = fieldsOf(catalogue, operation)
    const counts = (await readRecords(operation.id)).map((record) =>
      checkForms(fields, record, operation.id),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50)
  })
})

describe("The deprecation headers", () => {
  const reads = catalogue.operations.filter(({ kind }) => kind === "list")

  // rules: 9.3, Values 6
  test.each(reads)("are sent for deprecated operations only: $id", async (operation) => {
    const { headers } = await service.get(pathAt(operation, "here", "limit=1"))
    const expected = operation.id === "course-participations"
    const link = `<${service.url}/v1.4/training/courses/statistics>; rel="successor-version"`
    expect(headers.get("link")).toBe(expected ? link : null)
    if (expected) expect(headers.get("deprecation")).toMatch(/^@\d+$/)
    else expect(headers.has("deprecation")).toBe(false)
  })
})
