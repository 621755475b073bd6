import { expect, test } from "vitest"
import { catalogue, fieldsOf, findList, type ListOperation } from "@/lib/catalogue"
import { listOf } from "@/lib/catalogue/testing/sample-queries"
import { emptyView, shownNames, viewColumns } from "@/lib/client"
import { buildOrder, type ExportChoice } from "./build-order"

const words = {
  locale: "da",
  yes: "Ja",
  no: "Nej",
  days: "dage",
  labelOf: (name: string) => name.toUpperCase(),
  nameValue: (field: string, value: string) => `${field} ${value}`,
}
const choice: ExportChoice = { format: "csv", content: "shown", separator: ";" }
const some = { rows: 200, isAll: false }

function order(
  operation: ListOperation,
  more: Partial<ExportChoice> = {},
  { chosen, known = some }: { chosen?: readonly string[]; known?: typeof some } = {},
) {
  const view = { ...emptyView, layout: chosen ? { columns: chosen } : {} }
  const all = viewColumns(operation, fieldsOf(catalogue, operation), view)
  const columns = shownNames(all, view.layout).flatMap(
    (name) => all.find((column) => column.name === name) ?? [],
  )
  const requested = { view, query: "city=Oslo", known, zone: "Europe/Oslo", columns }
  return buildOrder(operation, requested, { ...choice, ...more }, words)
}

const departments = listOf("departments")
const reviews = findList(catalogue, "all-stage-reviews")
if (!reviews) throw new Error("There is no whole list of reviews.")

test("Visible columns are exported in order with their labels and the time zone.", () => {
  const chosen = ["city", "phoneNumber", "lastModifiedDateTime"]
  expect(order(departments, {}, { chosen })).toEqual({
    operation: "departments",
    parameters: {},
    query: "city=Oslo",
    format: "csv",
    bom: true,
    separator: ";",
    columns: chosen,
    labels: ["CITY", "PHONENUMBER", "LASTMODIFIEDDATETIME (Europe/Oslo)"],
    timeZone: "Europe/Oslo",
    shown: { locale: "da", yes: "Ja", no: "Nej", values: {} },
  })
})

test("Without chosen columns, the page's default columns and value names are exported.", () => {
  const { columns, shown } = order(reviews)
  expect(columns).toHaveLength(7)
  expect(shown?.values["status"]?.["Pending"]).toBe("status Pending")
})

test("An export of all fields uses the platform's names.", () => {
  const all = order(departments, { content: "all", format: "xlsx" })
  expect(Object.keys(all).toSorted()).toEqual(
    ["bom", "format", "operation", "parameters", "query", "separator"].toSorted(),
  )
})

test("The expected number of rows is sent only if it is known.", () => {
  const known = { rows: 0, isAll: true }
  expect(order(departments, {}, { known }).expectedRows).toBe(0)
  expect(order(departments)).not.toHaveProperty("expectedRows")
})

test("A column of names and the column of its ids are exported separately.", () => {
  const chosen = ["id.raw", "status", "id"]
  expect(order(listOf("content-posts"), {}, { chosen }).columns).toEqual(chosen)
})

test("A column of days has the unit in its label.", () => {
  expect(order(reviews, {}, { chosen: ["daysToDecision"] }).labels).toEqual([
    "DAYSTODECISION (dage)",
  ])
})
