import { describe, expect, test } from "vitest"
import {
  type Catalogue,
  CatalogueError,
  catalogue,
  guid,
  integer,
  list,
  string,
  url,
} from "@/lib/catalogue"
import { FS } from "@/lib/catalogue/operation"
import { fitName, snakeCase } from "../db"
import { createStore } from "./store"
import { requireTable, tablesOf } from "./tables"
import { openTestPool } from "./testing/open-test-store"

const tables = tablesOf(catalogue)
const columnsOf = (record: string) =>
  requireTable(tables, record)
    .columns.filter(({ source }) => source.from !== "record")
    .map(({ name, kind }) => `${name} ${kind}`)

describe("the tables of the catalogue", () => {
  test("have scope columns, stored and hidden fields, but no fields that are computed for a response", () => {
    expect(columnsOf("contentPost")).toEqual([
      "in_module_id guid",
      "id guid",
      "user_id guid",
      "category_id guid",
      "sort_order integer",
      "status string",
      "creation_date_time datetimeoffset",
      "last_modified_date_time datetimeoffset",
      "available_from localdatetime",
      "start_date_time_zone string",
      "available_until localdatetime",
      "end_date_time_zone string",
      "feature_media_id guid",
      "medias json",
      "mentions json",
      "locales json",
      "permissions json",
      "name string",
    ])
  })

  test("number the records that have no id", () => {
    expect(columnsOf("dataPoint").slice(0, 3)).toEqual([
      "in_data_set_id guid",
      "row_id integer",
      "label string",
    ])
  })

  test("store a value with two names once and a fixed one not at all", () => {
    expect(columnsOf("calendar")).not.toContain("moderator_list json")
    expect(columnsOf("calendar")).not.toContain("filter_by_department boolean")
  })

  test("have an index for each sort order and each filterable guid", () => {
    const { indexes } = requireTable(tables, "contentView")
    expect(indexes.map(({ columns }) => columns.map(({ name }) => name).join(" "))).toEqual([
      "in_module_id in_content_id date_swiped id",
      "in_module_id in_content_id date_viewed id",
      "in_module_id in_content_id user_id id",
    ])
  })
})

const withThing = (
  fields: Catalogue["records"][string]["fields"],
  properties: Parameters<typeof list>[0]["properties"] = {},
): Catalogue => ({
  ...catalogue,
  records: { thing: { section: "9", scope: [], fields } },
  operations: [
    list({
      id: "things",
      title: "Things",
      version: "v1",
      path: "/things",
      parameters: {},
      domain: "users",
      area: "kpis",
      record: "thing",
      defaultSort: "name",
      properties,
    }),
  ],
})

describe("an inconsistent catalogue", () => {
  test.each<[string, Catalogue, RegExp]>([
    [
      "fields that differ only in letter case",
      withThing({ aB: string(), a_b: string() }),
      /two columns "a_b"/,
    ],
    [
      "a property without a field",
      withThing({ id: guid() }, { name: FS("string") }),
      /queries "name"/,
    ],
    [
      "a property of another type than its field",
      withThing({ name: integer() }, { name: FS("string") }),
      /queries "name"/,
    ],
    [
      "a property that is made when it is sent",
      withThing({ name: url() }, { name: FS("string") }),
      /queries "name"/,
    ],
    ["a name too long to store", withThing({ [`a${"b".repeat(70)}`]: string() }), /too long/],
  ])("is refused: %s", async (_, broken, message) => {
    const pool = openTestPool()
    expect(() => createStore({ pool, catalogue: broken })).toThrow(CatalogueError)
    expect(() => tablesOf(broken)).toThrow(message)
    await pool.end()
  })

  test("is refused: a record that it does not have", () => {
    expect(() => requireTable(tables, "unicorn")).toThrow(/no record named "unicorn"/)
  })
})

test("Names become snake case, at most as long as PostgreSQL allows.", () => {
  expect(["id", "addressLine2", "timeStamp"].map(snakeCase)).toEqual([
    "id",
    "address_line2",
    "time_stamp",
  ])
  const [one, two] = ["x", "y"].map((end) => fitName(`${"a".repeat(80)}${end}`))
  expect(one).toHaveLength(63)
  expect(one).not.toBe(two)
})
