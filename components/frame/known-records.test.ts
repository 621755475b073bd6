import { expect, test } from "vitest"
import { catalogue, type Domain, parseWorkspace } from "@/lib/catalogue"
import { knownRecords } from "./known-records"

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const parsed = parseWorkspace(catalogue, {
  calendarModules: [
    {
      id: id(1),
      name: "Shifts",
      calendars: [{ id: id(2), name: "North", events: [{ id: id(3), name: "Inventory" }] }],
    },
  ],
  dataSets: [{ id: id(4), name: "Turnover", unit: "DKK" }],
})
const workspace = parsed.ok ? parsed.workspace : { entries: [] }
const known = (...domains: Domain[]) => knownRecords(catalogue, workspace, new Set(domains))

test("a record's address has the ids of all that holds it, in the path's order", () => {
  const [events] = known("calendars")
  expect(events?.operation).toBe("calendar-event")
  expect(events?.records).toEqual([
    {
      id: id(3),
      name: "Inventory",
      note: "Shifts · North",
      href: `/data/calendar-event/${id(1)}/${id(2)}/${id(3)}`,
    },
  ])
})

test("a data set leads to its chart and says its unit", () => {
  const [sets] = known("kpis")
  expect(sets?.records).toEqual([
    { id: id(4), name: "Turnover", note: "DKK", href: `/figures/${id(4)}` },
  ])
})

test("what may not be read, and what the workspace does not name, is left out", () => {
  expect(known("users", "content")).toEqual([])
})
