import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { TreeDepartment } from "@/lib/catalogue"
import type { AnonymousGroup, PersonDay } from "./anonymous-group"
import { departmentTree } from "./department-tree"
import { formPartitions, type PartitionRule } from "./form-partitions"

const dayMs = 86_400_000
const departments: TreeDepartment[] = [
  { id: "top", parentId: null },
  { id: "north", parentId: "top" },
  { id: "south", parentId: "top" },
  ...["n1", "n2", "n3"].map((id) => ({ id, parentId: "north" })),
  ...["s1", "s2"].map((id) => ({ id, parentId: "south" })),
  { id: "orphan", parentId: "gone" },
]
const tree = departmentTree(departments)

const arbitraryDay = fc.record({
  label: fc.constantFrom("Sales", "Visits", null),
  departmentId: fc.constantFrom("n1", "n2", "n3", "s1", "s2", "north", "orphan", null),
  at: fc.integer({ min: 0, max: 800 }),
  userId: fc.option(fc.integer({ min: 1, max: 12 }).map((user) => `user-${user}`)),
  points: fc.integer({ min: 1, max: 3 }),
  isValued: fc.boolean(),
  isFresh: fc.boolean(),
  total: fc.integer({ min: -100, max: 100 }),
  minute: fc.integer({ min: 0, max: 1439 }),
})

/** Days that are unique by label, department, day and person, sorted by day. */
const arbitraryDays = fc
  .uniqueArray(arbitraryDay, {
    maxLength: 200,
    selector: ({ label, departmentId, at, userId }) => `${label} ${departmentId} ${at} ${userId}`,
  })
  .map((days) =>
    days
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, isValued, minute, ...own }, entry): PersonDay => {
        const first = Date.parse("2025-01-01T00:00:00Z") + at * dayMs + minute * 60_000
        const day = new Date(first).toISOString().slice(0, 10)
        const valued = isValued ? own.points : 0
        const fresh = own.userId !== null && own.isFresh ? valued : 0
        const total = isValued ? own.total : 0
        return { ...own, entry, day, valued, fresh, total, first, last: first }
      }),
  )

async function form(
  days: readonly PersonDay[],
  minPeople: number,
  more: Partial<PartitionRule> = {},
): Promise<AnonymousGroup[]> {
  const groups: AnonymousGroup[] = []
  for await (const group of formPartitions(days, { minPeople, tree, ...more })) groups.push(group)
  return groups
}

const sumOf = (entries: readonly { points: number; valued: number; total: number }[]) => ({
  points: entries.reduce((sum, { points }) => sum + points, 0),
  valued: entries.reduce((sum, { valued }) => sum + valued, 0),
  total: entries.reduce((sum, { total }) => sum + total, 0),
})

/** The number of people with a fresh value. */
const personsOf = (days: readonly PersonDay[]) =>
  new Set(days.flatMap(({ userId, fresh }) => (userId !== null && fresh > 0 ? [userId] : []))).size

const minPeople = fc.integer({ min: 2, max: 6 })

describe("partitions of points", () => {
  it("contain all points once, or none if there are fewer people than the minimum", async () => {
    const check = fc.asyncProperty(arbitraryDays, minPeople, async (days, k) => {
      const groups = await form(days, k)
      const isDisclosed = personsOf(days) >= k
      expect(sumOf(groups)).toEqual(sumOf(isDisclosed ? days : []))
    })
    await fc.assert(check, { numRuns: 300 })
  })

  it("each contain fresh values of at least the minimum number of people, and no entry twice", async () => {
    const over = fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined })
    const check = fc.asyncProperty(
      ...([arbitraryDays, minPeople, over] as const),
      async (days, k, until) => {
        const overBefore = until === undefined ? undefined : Date.UTC(2025, 0, until)
        const groups = await form(days, k, { overBefore })
        const held = groups.flatMap(({ entries }) => entries)
        expect(new Set(held).size).toBe(held.length)
        for (const { entries, persons, ...group } of groups) {
          const own = days.filter(({ entry }) => entries.includes(entry))
          expect(personsOf(own)).toBeGreaterThanOrEqual(k)
          expect(persons).toBeGreaterThanOrEqual(personsOf(own))
          expect(sumOf([group])).toEqual(sumOf(own))
          expect(new Set(group.days)).toEqual(new Set(own.map(({ day }) => day)))
        }
      },
    )
    await fc.assert(check, { numRuns: 300 })
  })

  it("have only a label, department and time that all their points share", async () => {
    const check = fc.asyncProperty(arbitraryDays, minPeople, async (days, k) => {
      for (const group of await form(days, k)) {
        const may = days.filter(
          ({ label, departmentId, first }) =>
            (group.labels === "several" || label === group.label) &&
            (group.departments === "several" ||
              (group.departments === "one"
                ? departmentId === group.departmentId
                : tree.path(departmentId)?.includes(group.departmentId ?? "") === true)) &&
            first >= group.since &&
            first < group.until,
        )
        expect(sumOf(may).points).toBeGreaterThanOrEqual(group.points)
        expect(personsOf(may)).toBeGreaterThanOrEqual(k)
      }
    })
    await fc.assert(check, { numRuns: 300 })
  })

  let entries = 0
  const dayOf = (userId: string, departmentId: string, day: string, total: number): PersonDay => {
    entries += 1
    const moment = Date.parse(`${day}T09:10:00Z`)
    const sums = { points: 1, valued: 1, fresh: 1, total }
    const keys = { label: "Sales", departmentId, day, userId }
    return { entry: entries, ...keys, ...sums, first: moment, last: moment }
  }
  const many = (count: number, departmentId: string, day: string, from = 0) =>
    Array.from({ length: count }, (_, at) =>
      dayOf(`${departmentId}-${from + at}`, departmentId, day, at),
    )

  it("are a department's day if it has enough people, with times rounded to quarter hours", async () => {
    const [group, ...others] = await form(many(5, "n1", "2026-03-02"), 5)
    expect(others).toEqual([])
    expect(group).toMatchObject({
      label: "Sales",
      labels: "one",
      departmentId: "n1",
      departments: "one",
      persons: 5,
      points: 5,
      valued: 5,
      total: 10,
      since: Date.parse("2026-03-02T09:00:00Z"),
      until: Date.parse("2026-03-02T09:15:00Z"),
    })
  })

  it("join departments below the nearest ancestor with enough people", async () => {
    const days = [
      ...many(5, "s1", "2026-03-02"),
      ...many(3, "n1", "2026-03-03"),
      ...many(2, "n2", "2026-03-04"),
    ]
    const bounds = (await form(days, 5)).map(({ departmentId, departments: scope, points }) => ({
      departmentId,
      scope,
      points,
    }))
    expect(bounds).toContainEqual({ departmentId: "north", scope: "below", points: 5 })
    expect(bounds).toContainEqual({ departmentId: "s1", scope: "one", points: 5 })
  })

  it("leave nobody out: two remaining people are disclosed with a partition of five", async () => {
    const days = [...many(5, "s1", "2024-03-02"), ...many(2, "n1", "2026-03-03")]
    const groups = await form(days, 5)
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ persons: 7, departmentId: "top", departments: "below" })
  })

  it("do not join departments in the current month or disclosed points; remaining points wait", async () => {
    const days = [
      ...many(5, "s1", "2026-03-02"),
      ...many(3, "n1", "2026-03-03"),
      ...many(2, "n2", "2026-03-04"),
    ]
    const march = { overBefore: Date.parse("2026-03-20T00:00:00Z") }
    const april = { overBefore: Date.parse("2026-04-02T00:00:00Z") }
    expect((await form(days, 5, march)).map(({ departmentId }) => departmentId)).toEqual(["s1"])
    const joined = (await form(days, 5, april)).map(({ departmentId }) => departmentId)
    expect(new Set(joined)).toEqual(new Set(["s1", "north"]))
    const more = [...many(5, "s1", "2026-03-02"), ...many(2, "n1", "2025-03-03")]
    expect((await form(more, 5, april)).map(({ persons }) => persons)).toEqual([5])
  })

  it("are divided by the people's means, so that each figure is of enough people", async () => {
    const groups = await form(many(11, "n1", "2026-03-02"), 5)
    expect(groups.map(({ persons, total }) => ({ persons, total }))).toEqual([
      { persons: 5, total: 0 + 1 + 2 + 3 + 4 },
      { persons: 6, total: 5 + 6 + 7 + 8 + 9 + 10 },
    ])
  })
})
