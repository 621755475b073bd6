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

test("What the page shows is exported in its order under its labels, with the zone of its times.", () => {
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

test("Where nobody has chosen columns, those of the page are exported, with its names of values.", () => {
  const { columns, shown } = order(reviews)
  expect(columns).toHaveLength(7)
  expect(shown?.values["status"]?.["Pending"]).toBe("status Pending")
})

test("All fields are exported as the platform names them.", () => {
  const all = order(departments, { content: "all", format: "xlsx" })
  expect(Object.keys(all).toSorted()).toEqual(
    ["bom", "format", "operation", "parameters", "query", "separator"].toSorted(),
  )
})

test("How many rows there are is said where all of them are known, and not otherwise.", () => {
  const known = { rows: 0, isAll: true }
  expect(order(departments, {}, { known }).expectedRows).toBe(0)
  expect(order(departments)).not.toHaveProperty("expectedRows")
})

test("A column of names and one of the ids that they stand for are two columns of the file.", () => {
  const chosen = ["id.raw", "status", "id"]
  expect(order(listOf("content-posts"), {}, { chosen }).columns).toEqual(chosen)
})

test("A column of days says so above its numbers.", () => {
  expect(order(reviews, {}, { chosen: ["daysToDecision"] }).labels).toEqual([
    "DAYSTODECISION (dage)",
  ])
})
