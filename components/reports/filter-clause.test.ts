import { describe, expect, it } from "vitest"
import {
  canonicalFilters,
  catalogue,
  fieldsOf,
  findOperation,
  type ListOperation,
  listOperations,
  operatorsOf,
  parseListQuery,
  printListQuery,
} from "@/lib/catalogue"
import { emptyView, type View, viewQuery } from "@/lib/client"
import {
  type Clause,
  type Condition,
  clauseKey,
  clausesOf,
  conditionsOf,
  draftOf,
  type FilterDraft,
  filterableProperties,
  putClause,
  readDraft,
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
  it("combine both ends of a number range, and keep text bounds separate", () => {
    expect(keysOf(view)).toEqual([
      "creationDateTime period",
      "points ne",
      "courseParticipationState gte",
      "courseParticipationState lte",
      "points gte,lte",
    ])
  })

  it("contain all of its filters and no others", () => {
    const filters = clausesOf(participations, view).flatMap((one) => one.filters)
    expect(new Set(filters)).toEqual(new Set(view.filters))
  })

  it("can be removed one by one", () => {
    let left = view
    for (const one of clausesOf(participations, view)) {
      const before = keysOf(left)
      left = removeClause(participations, left, one)
      expect(keysOf(left)).toEqual(before.filter((key) => key !== clauseKey(one)))
    }
    expect(left).toEqual(emptyView)
  })
})

describe("putting a clause into a view", () => {
  it("replaces the clause that was edited", () => {
    const range = clause("points", ["gte", 1], ["lte", 9])
    const next = putClause(participations, view, clause("points", ["gt", 3]), range)
    expect(keysOf(next)).not.toContain("points gte,lte")
    expect(keysOf(next)).toContain("points gt")
  })

  it("replaces a range that shares a bound, and reports that", () => {
    const end = clause("points", ["lte", 4])
    expect(replacedBy(participations, view, end).map(clauseKey)).toEqual(["points gte,lte"])
    expect(keysOf(putClause(participations, view, end))).toContain("points lte")
    expect(keysOf(putClause(participations, view, end))).not.toContain("points gte,lte")
  })

  it("replaces a period with a bound on the same property, and the reverse", () => {
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

const samples = {
  guid: "8f4a6c3b-1111-4222-8333-abcdefabcdef",
  string: "Store",
  boolean: "true",
  integer: "42",
  double: "0.5",
  datetime: "2026-01-31T08:15:30",
  datetimeoffset: "2026-01-31T08:15:30",
} as const

const every = listOperations(catalogue).map((operation) => [operation.id, operation] as const)

const later = {
  ...samples,
  integer: "50",
  datetime: "2026-02-01T00:00:00",
  datetimeoffset: "2026-02-01T00:00:00",
} as const

const ownConditions = new Set<Condition>(["during", "between", "hasValue", "hasNone"])
const zones = ["Europe/Copenhagen", "America/New_York", "UTC"] as const
const today = { today: "2026-11-21", zone: "Europe/Copenhagen" }

function draftFor(operation: ListOperation, property: string, condition: Condition): FilterDraft {
  const type = operation.properties[property]?.type ?? "string"
  const tests = condition === "hasValue" || condition === "hasNone"
  const text = condition === "during" ? "last-7-days" : tests ? "" : samples[type]
  return { property, condition, text, upTo: condition === "between" ? later[type] : "" }
}

const draft = (
  property: string,
  text: string,
  condition: Condition = "eq",
  upTo = "",
): FilterDraft => ({ property, condition, text, upTo })

describe("the filter form", () => {
  it.each(every)(
    "of %s offers all filterable properties with exactly their operators",
    (_, operation) => {
      for (const name of filterableProperties(operation)) {
        const property = operation.properties[name]
        if (!property) throw new Error(`${name} is no property`)
        expect(property.filter).toBe(true)
        const conditions = conditionsOf(operation, name)
        const own = conditions.filter((condition) => !ownConditions.has(condition))
        expect(own).toEqual(operatorsOf(property))
        expect(conditions.slice(-2)).toEqual(["hasValue", "hasNone"])
      }
    },
  )

  it.each(every)(
    "of %s creates filters that the grammar accepts, and restores its draft from them",
    (_, operation) => {
      const fields = fieldsOf(catalogue, operation)
      for (const name of filterableProperties(operation))
        for (const condition of conditionsOf(operation, name))
          for (const zone of zones) {
            const written = draftFor(operation, name, condition)
            const read = readDraft(operation, written, zone)
            if (!read.ok) throw new Error(`${name} ${condition}: ${read.fault}`)
            const view = putClause(operation, emptyView, read.clause)
            const query = viewQuery(operation, fields, view, today)
            const printed = printListQuery(operation, query)
            expect(parseListQuery(operation, printed)).toMatchObject({
              ok: true,
              query: { filters: canonicalFilters(operation, query.filters) },
            })
            expect(query.filters.length).toBeGreaterThan(0)
            expect(draftOf(operation, read.clause, zone)).toMatchObject(written)
          }
    },
  )

  it("rejects values that do not fit the type", () => {
    const participations = list("course-participations")
    const faultOf = (...of: Parameters<typeof draft>) => {
      const read = readDraft(participations, draft(...of), "UTC")
      return read.ok ? undefined : read.fault
    }
    expect(faultOf("points", "many")).toBe("integer")
    expect(faultOf("completionRate", "half")).toBe("double")
    expect(faultOf("userId", "42")).toBe("guid")
    expect(faultOf("creationDateTime", "soon")).toBe("datetimeoffset")
    expect(faultOf("creationDateTime", "2026-02-30T00:00")).toBe("datetimeoffset")
    expect(faultOf("creationDateTime", "2026-02-01..2026-01-01", "during")).toBe("order")
    expect(faultOf("creationDateTime", "2026-02-01..", "during")).toBe("missing")
    expect(faultOf("points", "3", "between", "2")).toBe("order")
    expect(faultOf("points", "3", "between")).toBe("missing")
    expect(faultOf("points", "2", "between", "3")).toBeUndefined()
  })

  it("reports an empty value as missing and not as a null filter", () => {
    expect(readDraft(list("departments"), draft("city", ""), "UTC")).toEqual({
      ok: false,
      fault: "missing",
    })
  })

  it("converts a time from the given zone", () => {
    const posts = list("content-posts")
    const ask = (text: string, zone: string) =>
      readDraft(posts, draft("creationDateTime", text, "gte"), zone)
    const moments = [
      ["2026-07-01T08:00:00", "Europe/Copenhagen", "2026-07-01T06:00:00Z"],
      ["2026-01-01T08:00", "Europe/Copenhagen", "2026-01-01T07:00:00Z"],
      ["2026-01-01", "America/New_York", "2026-01-01T05:00:00Z"],
      ["2026-03-29T02:30", "Europe/Copenhagen", "2026-03-29T01:30:00Z"],
      ["2026-10-25T02:30", "Europe/Copenhagen", "2026-10-25T00:30:00Z"],
      ["2026-07-01T08:00:00", "UTC", "2026-07-01T08:00:00Z"],
    ] as const
    for (const [text, zone, value] of moments)
      expect(ask(text, zone)).toMatchObject({ clause: { filters: [{ value }] } })
  })

  it("keeps the exact time if the text is unchanged, also at the other end", () => {
    const departments = list("departments")
    const ask = (...values: string[]) => {
      const operators = values.length > 1 ? (["gte", "lte"] as const) : (["eq"] as const)
      const filters = operators.map((operator, index) => ({
        property: "lastModifiedDateTime",
        operator,
        value: values[index] ?? "",
      }))
      return { property: "lastModifiedDateTime", filters }
    }
    const moments = [
      ["2026-01-02T08:00:00.123Z"],
      ["2026-01-02T08:00:00.1234567Z"],
      ["2026-10-25T01:30:00Z"],
      ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
      ["2026-01-02T08:00:00.12Z", "2026-01-02T08:00:00.123Z"],
      ["2026-01-02T08:00:00Z", "2026-01-02T08:00:00.123Z"],
    ]
    for (const values of moments)
      for (const zone of zones) {
        const clause = ask(...values)
        const read = readDraft(departments, draftOf(departments, clause, zone), zone)
        expect(read).toEqual({ ok: true, clause })
      }

    const zone = "Europe/Copenhagen"
    const range = draftOf(
      departments,
      ask("2026-01-02T08:00:00.123Z", "2026-01-02T10:00:00Z"),
      zone,
    )
    const valuesOf = (changed: Partial<FilterDraft>) => {
      const read = readDraft(departments, { ...range, ...changed }, zone)
      return read.ok ? read.clause.filters.map(({ value }) => value) : read.fault
    }
    const low = "2026-01-02T08:00:00.123Z"
    expect(valuesOf({ upTo: "2026-01-02T12:00" })).toEqual([low, "2026-01-02T11:00:00Z"])
    expect(valuesOf({ text: "2026-01-02T09:00" })).toEqual([low, "2026-01-02T10:00:00Z"])
    expect(valuesOf({ upTo: "2026-01-02T09:00" })).toEqual([low, low])
    expect(valuesOf({ condition: "gte" })).toEqual([low])
    expect(valuesOf({ text: "2026-01-02T09:00:01" })).toEqual([
      "2026-01-02T08:00:01Z",
      "2026-01-02T10:00:00Z",
    ])
    expect(valuesOf({ text: "2026-01-02T11:00:01" })).toBe("order")
  })

  it("trims a pasted guid but not text", () => {
    const departments = list("departments")
    const guid = readDraft(departments, draft("id", ` ${samples.guid.toUpperCase()} `), "UTC")
    expect(guid).toMatchObject({ clause: { filters: [{ value: samples.guid }] } })
    const text = readDraft(departments, draft("city", " A"), "UTC")
    expect(text).toMatchObject({ clause: { filters: [{ value: " A" }] } })
  })
})
