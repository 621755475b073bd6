import * as fc from "fast-check"
import type { Catalogue, Filter, ListOperation, ListQuery, Row } from "@/lib/catalogue"
import { recordType } from "@/lib/catalogue"
import { arbitraryQuery } from "@/lib/records/testing/arbitraries"
import type { Change } from "./moving-list"
import { arbitraryRecord } from "./sample"

/** The reader's next request and the concurrent changes before it. */
export interface Step {
  readonly limit: number
  readonly changes: readonly Change[]
  /** The limit with which the previous page is read too, if it is. */
  readonly back?: number | undefined
}

/** A read of a whole list, page by page. */
export interface Walk {
  readonly rows: readonly Row[]
  readonly query: ListQuery
  readonly offset: number
  /** Used in turn, starting over after the last. */
  readonly steps: readonly Step[]
}

const limits = fc.integer({ min: 1, max: 15 })

function arbitraryChange(catalogue: Catalogue, operation: ListOperation): fc.Arbitrary<Change> {
  const { fields, hidden = {} } = recordType(catalogue, operation.record)
  const changeable = Object.entries(operation.properties)
    .map(([name, { field }]) => field ?? name)
    .filter((name) => name !== "id" && (name in fields || name in hidden))
  const values = arbitraryRecord(catalogue, operation.record)
  const fixture = fc.nat({ max: 1000 })
  return fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), values }),
    fc.record({
      kind: fc.constant("update" as const),
      fixture,
      field: fc.constantFrom(...changeable),
      values,
    }),
    fc.record({ kind: fc.constant("delete" as const), fixture }),
  )
}

/**
 * Leaves out filters that a URL cannot express: empty strings, and a repeated property and
 * operator. Half of the queries use only ne filters, so they match most rows.
 */
function arbitraryHttpQuery(operation: ListOperation): fc.Arbitrary<ListQuery> {
  const isWide = ({ operator }: Filter) => operator === "ne"
  return fc.tuple(arbitraryQuery(operation), fc.boolean()).map(([query, wide]) => {
    const sayable = query.filters.filter(({ value }) => value !== "")
    const distinct = sayable.filter(
      (filter, index) =>
        (!wide || isWide(filter)) &&
        index ===
          sayable.findIndex(
            ({ property, operator }) =>
              property === filter.property && operator === filter.operator,
          ),
    )
    return { ...query, filters: distinct }
  })
}

export const arbitraryWalk = (catalogue: Catalogue, operation: ListOperation): fc.Arbitrary<Walk> =>
  fc.record({
    rows: fc.array(arbitraryRecord(catalogue, operation.record), {
      minLength: 20,
      maxLength: 45,
      size: "max",
    }),
    query: arbitraryHttpQuery(operation),
    offset: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 12 })),
    steps: fc.array(
      fc.record({
        limit: limits,
        changes: fc.array(arbitraryChange(catalogue, operation), { maxLength: 3 }),
        back: fc.option(limits, { nil: undefined }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
