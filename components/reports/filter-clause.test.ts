import { describe, expect, it } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { emptyView, type View } from "@/lib/client"
import {
  type Clause,
  clauseKey,
  clausesOf,
  putClause,
  removeClause,
  replacedBy,
} from "./filter-clause"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const participations = list("course-participations")
const view: View = {
  ...emptyView,
  periods: [{ property: "creationDateTime", period: "today" }],
  filters: [
    { property: "points", operator: "lte", value: 9 },
    { property: "points", operator: "ne", value: 5 },
    { property: "courseParticipationState", operator: "gte", value: "A" },
    { property: "courseParticipationState", operator: "lte", value: "B" },
    { property: "points", operator: "gte", value: 1 },
  ],
}
const keysOf = (of: View) => clausesOf(participations, of).map(clauseKey)
const clause = (property: string, ...rest: [Clause["filters"][number]["operator"], number][]) => ({
  property,
  filters: rest.map(([operator, value]) => ({ property, operator, value })),
})

describe("the clauses of a view", () => {
  it("hold both ends of a number's range together, and those of a text apart", () => {
    expect(keysOf(view)).toEqual([
      "creationDateTime period",
      "points ne",
      "courseParticipationState gte",
      "courseParticipationState lte",
      "points gte,lte",
    ])
  })

  it("are all of its conditions and no others", () => {
    const filters = clausesOf(participations, view).flatMap((one) => one.filters)
    expect(new Set(filters)).toEqual(new Set(view.filters))
  })

  it("go one by one", () => {
    let left = view
    for (const one of clausesOf(participations, view)) {
      const before = keysOf(left)
      left = removeClause(participations, left, one)
      expect(keysOf(left)).toEqual(before.filter((key) => key !== clauseKey(one)))
    }
    expect(left).toEqual(emptyView)
  })
})

describe("a clause that is put into a view", () => {
  it("takes the place of the one that it was made from", () => {
    const range = clause("points", ["gte", 1], ["lte", 9])
    const next = putClause(participations, view, clause("points", ["gt", 3]), range)
    expect(keysOf(next)).not.toContain("points gte,lte")
    expect(keysOf(next)).toContain("points gt")
  })

  it("takes the place of a range of which it is an end, and says so", () => {
    const end = clause("points", ["lte", 4])
    expect(replacedBy(participations, view, end).map(clauseKey)).toEqual(["points gte,lte"])
    expect(keysOf(putClause(participations, view, end))).toContain("points lte")
    expect(keysOf(putClause(participations, view, end))).not.toContain("points gte,lte")
  })

  it("takes the place of a period where it asks for an end of it, and the other way round", () => {
    const property = "creationDateTime"
    const value = "2026-01-01T00:00:00Z"
    const since: Clause = { property, filters: [{ property, operator: "gte", value }] }
    const after: Clause = { property, filters: [{ property, operator: "gt", value }] }
    const week: Clause = { property, filters: [], period: "this-week" }
    const withSince = putClause(participations, view, since)
    expect(withSince.periods).toEqual([])
    const back = putClause(participations, withSince, week)
    expect(back.periods).toEqual([{ property, period: "this-week" }])
    expect(back.filters).not.toContainEqual(since.filters[0])
    expect(putClause(participations, view, after).periods).toEqual(view.periods)
  })
})
