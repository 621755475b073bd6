import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isReached } from "./direction"
import { type DataSetGoal, goalTargets, isTargetOwner, measureOf } from "./goal"
import { valueOn } from "./target-values"

test("Scores and shares are averaged, everything else is added up.", () => {
  const averaged = ["%", "score (0–100)", "points of 100", "Index", "Procent af omsætning", "°C"]
  const added = ["DKK", "visitors", "hours", "kg", "", undefined]
  expect(averaged.map(measureOf)).toEqual(averaged.map(() => "average"))
  expect(added.map(measureOf)).toEqual(added.map(() => "sum"))
})

test("The owner of a target is all, a level or a department id.", () => {
  for (const owner of ["all", "level:1", "level:99", "8f4a6c3b-1111-4222-8333-abcdefabcdef"])
    expect(isTargetOwner(owner)).toBe(true)
  for (const owner of ["", "level:0", "level:100", "level:01", "everybody", "8f4a6c3b"])
    expect(isTargetOwner(owner)).toBe(false)
})

test("A target is reached at or above its value, or at or below it if lower is better.", () => {
  expect([isReached("higher", 5, 5), isReached("neutral", 4, 5)]).toEqual([true, false])
  expect([isReached("lower", 5, 5), isReached("lower", 6, 5)]).toEqual([true, false])
})

/** A company with two regions: one with two stores, one with a store and an office. */
const tree = [
  { id: "company", parentId: null },
  { id: "north", parentId: "company" },
  { id: "south", parentId: "company" },
  { id: "n1", parentId: "north" },
  { id: "n2", parentId: "north" },
  { id: "s1", parentId: "south" },
  { id: "office", parentId: "south" },
]
const goal = (
  targets: readonly (readonly [owner: string, month: string, value: number])[],
  measure: DataSetGoal["measure"] = "sum",
): DataSetGoal => ({
  measure,
  direction: "neutral",
  targets: targets.map(([owner, month, value]) => ({ owner, month, value })),
})
const stores = new Set(["n1", "n2", "s1"])
const inNovember = (target: ReturnType<ReturnType<typeof goalTargets>["total"]>) =>
  target && valueOn(target, "2026-11-15")

describe("Target lookup", () => {
  const eachStore = [
    ["n1", "2026-01", 10],
    ["n2", "2026-01", 20],
    ["s1", "2026-01", 40],
  ] as const

  test("A group has the sum of its departments' targets if every department with points has one.", () => {
    const of = goalTargets(goal(eachStore), tree, stores)
    expect([of.within("north"), of.within("south"), of.total()].map(inNovember)).toEqual([
      30, 40, 70,
    ])
    const lacking = goalTargets(goal(eachStore.slice(1)), tree, stores)
    expect(
      [lacking.within("north"), lacking.within("south"), lacking.total()].map(inNovember),
    ).toEqual([undefined, 40, undefined])
  })

  test("A department with points but no target leaves its region without one; a deleted one only the total.", () => {
    const of = goalTargets(goal(eachStore), tree, new Set([...stores, "office"]))
    expect([of.within("south"), of.total()].map(inNovember)).toEqual([undefined, undefined])
    const gone = goalTargets(goal(eachStore), tree, new Set([...stores, "gone"]))
    expect([gone.within("south"), gone.total()].map(inNovember)).toEqual([40, undefined])
  })

  test("An own target wins over the level's, and that over those below; the target of all is for the total only.", () => {
    const all = [
      ["all", "2026-01", 5],
      ["level:2", "2026-01", 7],
      ["north", "2026-01", 9],
    ] as const
    const of = goalTargets(goal([...eachStore, ...all]), tree, stores)
    expect(["north", "south", "n1", "office"].map((id) => inNovember(of.within(id)))).toEqual([
      9,
      7,
      10,
      undefined,
    ])
    expect(inNovember(of.total())).toBe(5)
    expect(of.own("company")).toBeUndefined()
    expect([...of.owners().keys()]).toEqual(["north", "south", "n1", "n2", "s1"])
    const together = goalTargets(goal([...eachStore, ...all.slice(1)]), tree, stores)
    expect(inNovember(together.total())).toBe(16)
  })

  test("Averages are not added up.", () => {
    const of = goalTargets(goal(eachStore, "average"), tree, stores)
    expect([of.within("north"), of.total()]).toEqual([undefined, undefined])
    expect(inNovember(of.within("n1"))).toBe(10)
  })

  test("Targets that change in different months add up per month, once all are in force.", () => {
    const month = fc.integer({ min: 1, max: 12 }).map((at) => `2026-${`${at}`.padStart(2, "0")}`)
    const some = fc.uniqueArray(fc.tuple(month, fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      selector: ([at]) => at,
    })
    const asked = fc.record({ n1: some, n2: some, at: month })
    fc.assert(
      fc.property(asked, ({ n1, n2, at }) => {
        const targets = [
          ...n1.map(([of, value]) => ["n1", of, value] as const),
          ...n2.map(([of, value]) => ["n2", of, value] as const),
        ]
        const found = goalTargets(goal(targets), tree, stores).within("north")
        const inForce = (steps: readonly (readonly [string, number])[]) =>
          steps
            .filter(([of]) => of <= at)
            .toSorted()
            .at(-1)?.[1]
        const [one, other] = [inForce(n1), inForce(n2)]
        const sum = one === undefined || other === undefined ? null : one + other
        expect(found ? valueOn(found, `${at}-20`) : undefined).toBe(sum)
      }),
    )
  })
})
