import { expect, test } from "vitest"
import { catalogue, findOperation, parseWorkspace } from "@/lib/catalogue"
import { knownRecordsOf } from "./known-records"

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const parsed = parseWorkspace(catalogue, {
  calendarModules: [
    {
      id: id(1),
      name: "Shifts",
      calendars: [{ id: id(2), name: "North", events: [{ id: id(3), name: "Inventory" }] }],
    },
  ],
})
const workspace = parsed.ok ? parsed.workspace : { entries: [] }

function known(operation: string) {
  const found = findOperation(catalogue, operation)
  if (!found) throw new Error(`There is no operation ${operation}.`)
  return knownRecordsOf(found, workspace)
}

test("a record's URL has the ids of its parents, in path order", () => {
  expect(known("calendar-event")).toEqual([
    {
      id: id(3),
      name: "Inventory",
      note: "Shifts · North",
      href: `/data/calendar-event/${id(1)}/${id(2)}/${id(3)}`,
    },
  ])
})

test("records that the workspace does not name are left out", () => {
  expect(known("content-post")).toEqual([])
})
