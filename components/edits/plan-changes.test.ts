import { describe, expect, test } from "vitest"
import { catalogue, departmentSchemas, type Row } from "@/lib/catalogue"
import { applyPatch, patchBytesLimit } from "@/lib/json-patch"
import {
  countClears,
  type DesiredChange,
  editsOf,
  type PlanBasis,
  type PlannedChange,
  planChanges,
} from "./plan-changes"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`

const department = (at: number, parent: number | null, more: Row = {}): Row => ({
  id: guid(at),
  name: `Store ${at}`,
  type: "Store",
  city: "Oslo",
  zipCode: null,
  parentId: parent === null ? null : guid(parent),
  phoneNumber: null,
  ...more,
})

function basisOf(...rows: readonly Row[]): PlanBasis {
  return {
    records: new Map(rows.map((row) => [`${row["id"]}`, row])),
    rules: {
      parents: new Map(rows.map(({ id, parentId }) => [`${id}`, parentId as string | null])),
      schemas: departmentSchemas(catalogue),
    },
  }
}

const set = (at: number, values: Row): DesiredChange => ({
  id: guid(at),
  desire: (current) => ({ target: { ...current, ...values } }),
})

const brief = (items: readonly PlannedChange[]) =>
  items.map((item) => (item.state === "refused" ? item.reason : item.state))

describe("a plan", () => {
  test("has a guarded patch for each department that would change", () => {
    const basis = basisOf(department(1, null), department(2, 1, { city: "Bergen" }))
    const items = planChanges([set(1, { city: "Moss" }), set(2, { city: "Moss" })], basis)
    expect(items).toMatchObject([
      {
        name: "Store 1",
        state: "ready",
        changes: [{ path: ["city"], before: "Oslo", after: "Moss" }],
      },
      { name: "Store 2", state: "ready", changes: [{ before: "Bergen", after: "Moss" }] },
    ])
    const [first] = items
    const patch = JSON.parse(first?.state === "ready" ? first.patch : "")
    expect(patch[0]).toEqual({ op: "test", path: "/city", value: "Oslo" })
    expect(applyPatch(department(1, null), patch)).toMatchObject({ document: { city: "Moss" } })
  })

  test("reports invalid values that stay, but not those that the change corrects", () => {
    const bad = { phoneNumber: { countryCode: null, number: "70999320" } }
    const good = { phoneNumber: { countryCode: 45, number: "70999320" } }
    const basis = basisOf(department(1, null, bad), department(2, null, bad), department(3, null))
    const items = planChanges(
      [set(1, { city: "Moss" }), set(2, good), set(3, { city: "Moss" })],
      basis,
    )
    expect(items).toMatchObject([
      { state: "ready", doubts: [{ place: ["phoneNumber", "countryCode"] }] },
      { state: "ready", doubts: [] },
      { state: "ready", doubts: [] },
    ])
  })

  test("leaves departments unchanged that have the values, with guids in any letter case", () => {
    const manager = "00000000-0000-4000-8000-00000000ABCD"
    const basis = basisOf(department(1, null, { managerUserId: manager.toLowerCase() }))
    expect(brief(planChanges([set(1, { managerUserId: manager, city: "Oslo" })], basis))).toEqual([
      "unchanged",
    ])
  })

  test("reports why a department cannot be changed", () => {
    const basis = basisOf(department(1, null), department(2, 1), department(3, 1), department(4, 1))
    const items = planChanges(
      [
        set(9, { city: "Moss" }),
        { id: guid(2), desire: () => ({ conflict: [] }) },
        set(3, { email: "nobody", phoneNumber: { countryCode: 47, number: "12 34" } }),
        set(4, { parentId: guid(77) }),
        set(1, { parentId: guid(4) }),
      ],
      basis,
    )
    expect(brief(items)).toEqual(["gone", "conflict", "invalid", "parent_unknown", "circle"])
    expect(items[2]).toMatchObject({
      problems: [{ place: ["phoneNumber", "number"] }, { place: ["email"] }],
    })
  })

  test("validates only changed fields, so an old invalid value does not block others", () => {
    const basis = basisOf(department(1, null, { email: "not an address" }))
    expect(brief(planChanges([set(1, { city: "Moss" })], basis))).toEqual(["ready"])
  })

  test("uses the current parents of the records, not those of the tree", () => {
    const basis = basisOf(department(1, null), department(2, null))
    const parents = new Map([
      [guid(1), guid(2)],
      [guid(2), null],
    ])
    const older = { ...basis, rules: basis.rules && { ...basis.rules, parents } }
    expect(brief(planChanges([set(2, { parentId: guid(1) })], older))).toEqual(["ready"])
  })
})

test("a patch above the size limit is refused before it is sent", () => {
  const basis = basisOf(department(1, null))
  const addressLine = "x".repeat(patchBytesLimit)
  expect(brief(planChanges([set(1, { addressLine })], basis))).toEqual(["too_large"])
})

test("changes are sent from the top of the tree down, so none creates a cycle on the way", () => {
  const basis = basisOf(department(1, null), department(2, 1), department(3, 2))
  const items = planChanges([set(2, { parentId: guid(3) }), set(3, { parentId: guid(1) })], basis)
  expect(brief(items)).toEqual(["ready", "ready"])
  expect(editsOf(items, basis).map(({ recordId }) => recordId)).toEqual([guid(3), guid(2)])
})

test("cleared values are counted by field, except empty ones and list entries", () => {
  const phoneNumber = { countryCode: 47, number: "1" }
  const locales = ["da", "en"].map((culture) => ({ culture, description: "Open" }))
  const basis = basisOf(
    department(1, null, { phoneNumber, locales }),
    department(2, null, { locales }),
    department(3, null, { city: null }),
  )
  const emptied = { city: null, phoneNumber: null, locales: locales.slice(1) }
  const items = planChanges([set(1, emptied), set(2, emptied), set(3, emptied)], basis)
  expect([...countClears(items)].toSorted()).toEqual([
    ["city", 2],
    ["phoneNumber", 1],
  ])
})
