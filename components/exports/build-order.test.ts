import { expect, test } from "vitest"
import { catalogue, exportColumns, findList } from "@/lib/catalogue"
import { listOf } from "@/lib/catalogue/testing/sample-queries"
import { emptyView } from "@/lib/client"
import { buildOrder, type ExportChoice } from "./build-order"

const departments = listOf("departments")
const all = exportColumns(catalogue, departments)
const choice: ExportChoice = {
  format: "csv",
  columns: "shown",
  heads: "labels",
  bom: true,
  separator: ";",
}
const view = { ...emptyView, layout: { columns: ["city", "phoneNumber", "name"] } }
const some = { rows: 200, isAll: false }
const order = (more: Partial<ExportChoice> = {}, shown = view, known = some) =>
  buildOrder(
    departments,
    all,
    { view: shown, query: "city=Oslo", known, zone: "Europe/Oslo" },
    { ...choice, ...more },
    (name, unit) => [name.toUpperCase(), ...(unit ? [unit] : [])].join(" in "),
  )

test("The shown columns are exported in their order, a field with parts as all of them, under labels.", () => {
  const columns = ["city", "phoneNumber.countryCode", "phoneNumber.number", "name"]
  const labels = ["CITY", "PHONENUMBER.COUNTRYCODE", "PHONENUMBER.NUMBER", "NAME"]
  expect(order()).toEqual({
    operation: "departments",
    parameters: {},
    query: "city=Oslo",
    format: "csv",
    bom: true,
    separator: ";",
    columns,
    labels,
  })
})

test("All columns are exported where they are asked for or none are chosen, and field names need no labels.", () => {
  const ids = all.map(({ id }) => id)
  expect(order({ columns: "all" }).columns).toEqual(ids)
  expect(order({}, { ...emptyView, layout: {} } as typeof view).columns).toEqual(ids)
  expect(order({ heads: "names" })).not.toHaveProperty("labels")
})

test("How many rows there are is said where all of them are known, and not otherwise.", () => {
  expect(order({}, view, { rows: 0, isAll: true }).expectedRows).toBe(0)
  expect(order({}, view, some)).not.toHaveProperty("expectedRows")
})

test("A column of names and one of the ids that they stand for are one column of the file.", () => {
  const posts = listOf("content-posts")
  const shown = { ...emptyView, layout: { columns: ["id.raw", "status", "id"] } }
  const requested = { view: shown, query: "", known: some, zone: "UTC" }
  const { columns } = buildOrder(posts, exportColumns(catalogue, posts), requested, choice, String)
  expect(columns).toEqual(["id", "status"])
})

test("A column of days says so above its numbers.", () => {
  const reviews = findList(catalogue, "all-stage-reviews")
  if (!reviews) throw new Error("There is no whole list of reviews.")
  const shown = { ...emptyView, layout: { columns: ["status", "daysToDecision"] } }
  const requested = { view: shown, query: "", known: some, zone: "UTC" }
  const { labels } = buildOrder(
    reviews,
    exportColumns(catalogue, reviews),
    requested,
    choice,
    (name, unit) => `${name} ${unit ?? ""}`.trim(),
  )
  expect(labels).toEqual(["status", "daysToDecision days"])
})

test("A workbook is given the zone of its dates and how names are headed, a CSV file is not.", () => {
  expect(order({ format: "xlsx" })).toMatchObject({ timeZone: "Europe/Oslo", nameHead: "NAME" })
  expect(order()).not.toHaveProperty("timeZone")
})
