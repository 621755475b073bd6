import { expect, test } from "vitest"
import { catalogue, type Field, recordType } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { placeLines, readPasted } from "./paste-column"

const guid = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const row = (at: number, name: string, externalId: string | null = null): TreeEntry => ({
  id: guid(at),
  name,
  externalId,
  parentId: null,
  type: null,
  city: null,
})
const rows = [row(1, "Aarhus", "A1"), row(2, "Berlin"), row(3, "Cork"), row(4, "cork")]

test("a pasted column fills the rows from the current one and skips empty cells", () => {
  expect(placeLines("x\r\n\r\ny\r\nz\r\n", rows, 1)).toEqual([
    { id: guid(2), text: "x" },
    { id: guid(4), text: "y" },
  ])
})

test("two pasted columns are matched by the department that the first one names", () => {
  const pasted = `berlin\tx\nA1\ty\n${guid(3)}\tz\nCork\tv\nNowhere\tw`
  expect(placeLines(pasted, rows, 0)).toEqual([
    { id: guid(2), text: "x" },
    { id: guid(1), text: "y" },
    { id: guid(3), text: "z" },
  ])
})

test("a single cell is left to the focused control", () => {
  expect(placeLines("x", rows, 0)).toBeUndefined()
})

const { fields } = recordType(catalogue, "department")
const people: Record<string, string[]> = { "Ada Nord": [guid(5)], "Bo Twin": [guid(6), guid(7)] }
const parts = {
  findPeople: async (name: string) => people[name] ?? [],
  split: (text: string) => (text.startsWith("+45") ? { countryCode: 45, number: "1" } : undefined),
}
const read = (name: string, text: string) => readPasted(name, fields[name] as Field, text, parts)

test("a person is found by a unique name or by id", async () => {
  expect(await read("managerUserId", " Ada Nord ")).toEqual({ kind: "value", value: guid(5) })
  expect(await read("managerUserId", guid(7))).toEqual({ kind: "value", value: guid(7) })
  expect(await read("managerUserId", "Bo Twin")).toBeUndefined()
  expect(await read("managerUserId", "Nobody")).toBeUndefined()
})

test("a phone number needs a country code, and other text is only trimmed", async () => {
  expect(await read("phoneNumber", "+45 1")).toMatchObject({ value: { countryCode: 45 } })
  expect(await read("phoneNumber", "12")).toBeUndefined()
  expect(await read("addressLine", " Road 1 ")).toEqual({ kind: "value", value: "Road 1" })
})
