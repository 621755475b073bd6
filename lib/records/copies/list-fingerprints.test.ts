import { expect, test } from "vitest"
import {
  array,
  boolean,
  type Catalogue,
  catalogue,
  type Fields,
  guid,
  type ListOperation,
  object,
  string,
} from "@/lib/catalogue"
import { listFingerprints } from "./list-fingerprints"

const before = listFingerprints(catalogue)

const withFields = (record: string, change: (fields: Fields) => Fields): Catalogue => {
  const found = catalogue.records[record]
  if (!found) throw new Error(`There is no record "${record}".`)
  const records = { ...catalogue.records, [record]: { ...found, fields: change(found.fields) } }
  return { ...catalogue, records }
}

const withList = (id: string, change: Partial<ListOperation>): Catalogue => ({
  ...catalogue,
  operations: catalogue.operations.map((operation) =>
    operation.id === id && operation.kind === "list" ? { ...operation, ...change } : operation,
  ),
})

/** The lists that mean something else by another catalogue. */
const changedLists = (after: Catalogue) =>
  [...listFingerprints(after)].filter(([id, print]) => before.get(id) !== print).map(([id]) => id)

test("Each list that is copied has a fingerprint of its own, always the same.", () => {
  expect([...listFingerprints(structuredClone(catalogue))]).toEqual([...before])
  expect(new Set(before.values()).size).toBe(before.size)
  expect(before.has("departments")).toBe(true)
  expect(before.has("departments-v1.2")).toBe(false)
})

test.each<[string, Catalogue]>([
  ["a field is added", withFields("department", (all) => ({ ...all, costCentre: string() }))],
  ["one is removed", withFields("department", ({ showInHighscores: _, ...rest }) => rest)],
  [
    "one has another type",
    withFields("department", (all) => ({ ...all, showInHighscores: guid() })),
  ],
  [
    "a field inside one has another type",
    withFields("department", (all) => ({ ...all, locales: array(object({ culture: guid() })) })),
  ],
  [
    "one is stored that was always the same",
    withFields("department", (all) => ({ ...all, url: boolean() })),
  ],
  ["the list sends nulls", withList("departments", { nulls: ["locales"] })],
  ["the order is another", withList("departments", { defaultSort: "creationDateTime" })],
  ["the version is another", withList("departments", { version: "v1.2" })],
])("A list means something else where %s.", (_, after) => {
  expect(changedLists(after)).toEqual(["departments"])
})

test.each<[string, Catalogue]>([
  ["a title", withList("departments", { title: "Units" })],
  ["a limit", withList("departments", { limit: { default: 10, maximum: 20 } })],
  [
    "the names of values",
    withFields("department", (all) => ({
      ...all,
      type: string({ required: true, values: ["Shop"] }),
    })),
  ],
])("A list means the same where %s changes.", (_, after) => {
  expect(changedLists(after)).toEqual([])
})
