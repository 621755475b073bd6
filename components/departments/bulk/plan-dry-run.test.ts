import { describe, expect, test } from "vitest"
import { catalogue, departmentSchemas, type Row } from "@/lib/catalogue"
import { applyPatch, patchBytesLimit } from "@/lib/json-patch"
import {
  type Aim,
  changesToSend,
  countClears,
  type DryRunItem,
  type DryRunWorld,
  planDryRun,
} from "./plan-dry-run"

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

function worldOf(...rows: readonly Row[]): DryRunWorld {
  return {
    records: new Map(rows.map((row) => [`${row["id"]}`, row])),
    parents: new Map(rows.map(({ id, parentId }) => [`${id}`, parentId as string | null])),
    schemas: departmentSchemas(catalogue),
  }
}

const set = (at: number, values: Row): Aim => ({
  id: guid(at),
  reach: (current) => ({ ...current, ...values }),
})

const brief = (items: readonly DryRunItem[]) =>
  items.map((item) => (item.state === "impossible" ? item.obstacle : item.state))

describe("a dry run", () => {
  test("gives each department that would change its own guarded patch", () => {
    const world = worldOf(department(1, null), department(2, 1, { city: "Bergen" }))
    const items = planDryRun([set(1, { city: "Moss" }), set(2, { city: "Moss" })], world)
    expect(items).toMatchObject([
      {
        name: "Store 1",
        state: "changes",
        changes: [{ path: ["city"], before: "Oslo", after: "Moss" }],
      },
      { name: "Store 2", state: "changes", changes: [{ before: "Bergen", after: "Moss" }] },
    ])
    const [first] = items
    const patch = JSON.parse(first?.state === "changes" ? first.patch : "")
    expect(patch[0]).toEqual({ op: "test", path: "/city", value: "Oslo" })
    expect(applyPatch(department(1, null), patch)).toMatchObject({ document: { city: "Moss" } })
  })

  test("tells of values that stay and should not be, but not of those that the change mends", () => {
    const bad = { phoneNumber: { countryCode: null, number: "70999320" } }
    const good = { phoneNumber: { countryCode: 45, number: "70999320" } }
    const world = worldOf(department(1, null, bad), department(2, null, bad), department(3, null))
    const items = planDryRun(
      [set(1, { city: "Moss" }), set(2, good), set(3, { city: "Moss" })],
      world,
    )
    expect(items).toMatchObject([
      { state: "changes", doubts: [{ place: ["phoneNumber", "countryCode"] }] },
      { state: "changes", doubts: [] },
      { state: "changes", doubts: [] },
    ])
  })

  test("leaves those alone that are so already, guids in any letter case", () => {
    const manager = "00000000-0000-4000-8000-00000000ABCD"
    const world = worldOf(department(1, null, { managerUserId: manager.toLowerCase() }))
    expect(brief(planDryRun([set(1, { managerUserId: manager, city: "Oslo" })], world))).toEqual([
      "same",
    ])
  })

  test("tells why a department cannot become what it shall", () => {
    const world = worldOf(department(1, null), department(2, 1), department(3, 1), department(4, 1))
    const items = planDryRun(
      [
        set(9, { city: "Moss" }),
        { id: guid(2), reach: () => undefined },
        set(3, { email: "nobody", phoneNumber: { countryCode: 47, number: "12 34" } }),
        set(4, { parentId: guid(77) }),
        set(1, { parentId: guid(4) }),
      ],
      world,
    )
    expect(brief(items)).toEqual(["gone", "misfit", "invalid", "parent_unknown", "circle"])
    expect(items[2]).toMatchObject({
      problems: [{ place: ["phoneNumber", "number"] }, { place: ["email"] }],
    })
  })

  test("finds fault with what changes only: an old value that breaks the rules keeps nobody from others", () => {
    const world = worldOf(department(1, null, { email: "not an address" }))
    expect(brief(planDryRun([set(1, { city: "Moss" })], world))).toEqual(["changes"])
  })

  test("judges by where the records stand now, not by where the tree had them", () => {
    const world = worldOf(department(1, null), department(2, null))
    const older = {
      ...world,
      parents: new Map([
        [guid(1), guid(2)],
        [guid(2), null],
      ]),
    }
    expect(brief(planDryRun([set(2, { parentId: guid(1) })], older))).toEqual(["changes"])
  })
})

test("a patch that is larger than any may be is told before it is sent", () => {
  const world = worldOf(department(1, null))
  const addressLine = "x".repeat(patchBytesLimit)
  expect(brief(planDryRun([set(1, { addressLine })], world))).toEqual(["too_large"])
})

test("changes are sent from the top of the tree down, so that none of them makes a circle on the way", () => {
  const world = worldOf(department(1, null), department(2, 1), department(3, 2))
  const items = planDryRun([set(2, { parentId: guid(3) }), set(3, { parentId: guid(1) })], world)
  expect(brief(items)).toEqual(["changes", "changes"])
  expect(changesToSend(items, world).map(({ id }) => id)).toEqual([guid(3), guid(2)])
})

test("values that would be emptied are counted by field, those that are empty already and entries of lists are not", () => {
  const phoneNumber = { countryCode: 47, number: "1" }
  const locales = ["da", "en"].map((culture) => ({ culture, description: "Open" }))
  const world = worldOf(
    department(1, null, { phoneNumber, locales }),
    department(2, null, { locales }),
    department(3, null, { city: null }),
  )
  const emptied = { city: null, phoneNumber: null, locales: locales.slice(1) }
  const items = planDryRun([set(1, emptied), set(2, emptied), set(3, emptied)], world)
  expect([...countClears(items)].toSorted()).toEqual([
    ["city", 2],
    ["phoneNumber", 1],
  ])
})
