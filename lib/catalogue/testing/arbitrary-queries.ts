import fc from "fast-check"
import {
  type Filter,
  type ListOperation,
  type ListRequest,
  operatorsOf,
  type QueryType,
  type QueryValue,
} from ".."

const second = (date: Date) => date.toISOString().replace(/\.?0*Z$/, "Z")

/** Arbitrary values of each type, as in a parsed query. */
const values: Record<QueryType, fc.Arbitrary<QueryValue>> = {
  guid: fc.uuid(),
  string: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.constantFrom(
      "a&b=c",
      "[eq]",
      "100 %",
      "%00",
      "+",
      " ",
      "#?/",
      "null",
      "__proto__",
      "🙂",
      "Ærø",
    ),
  ),
  boolean: fc.boolean(),
  integer: fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, 1e20, 1e21, -1e21, 1e300),
  ),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  datetime: moments(),
  datetimeoffset: moments(),
}

function moments() {
  return fc
    .date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    })
    .map(second)
}

function filterOf(operation: ListOperation, property: string): fc.Arbitrary<Filter> {
  const described = operation.properties[property]
  if (!described) throw new Error(`"${operation.id}" has no property "${property}".`)
  return fc.constantFrom(...operatorsOf(described)).chain((operator) => {
    const some = values[described.type]
    const value = operator === "eq" || operator === "ne" ? fc.option(some, { freq: 4 }) : some
    return value.map((chosen) => ({ property, operator, value: chosen }))
  })
}

const namesOf = (operation: ListOperation, flag: "filter" | "sort") =>
  Object.entries(operation.properties).flatMap(([name, property]) => (property[flag] ? [name] : []))

/** One condition for each filterable property of an operation and each of its operators. */
export const everyCondition = (operation: ListOperation) =>
  namesOf(operation, "filter").flatMap((property) =>
    (operation.properties[property] ? operatorsOf(operation.properties[property]) : []).map(
      (operator) => ({ property, operator, type: operation.properties[property]?.type }),
    ),
  )

const listQueries = (operation: ListOperation): fc.Arbitrary<ListRequest> =>
  fc
    .record({
      filters: fc.uniqueArray(
        fc.constantFrom(...namesOf(operation, "filter")).chain((name) => filterOf(operation, name)),
        { selector: ({ property, operator }) => `${property}[${operator}]` },
      ),
      sort: fc.uniqueArray(
        fc.record({
          property: fc.constantFrom(...namesOf(operation, "sort")),
          descending: fc.boolean(),
        }),
        { selector: ({ property }) => property },
      ),
      limit: fc.option(fc.integer({ min: 1, max: operation.limit.maximum }), { nil: undefined }),
      offset: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
    })
    .map(({ filters, sort, limit, offset }) => ({
      filters,
      sort,
      ...(limit !== undefined && { limit }),
      ...(offset !== undefined && { offset }),
    }))

const followQueries = (operation: ListOperation): fc.Arbitrary<ListRequest> =>
  fc
    .record({
      cursor: fc.string({ unit: "grapheme" }),
      limit: fc.option(fc.integer({ min: 1, max: operation.limit.maximum }), { nil: undefined }),
    })
    .map(({ cursor, limit }) => ({ cursor, ...(limit !== undefined && { limit }) }))

/**
 * Valid requests for a list operation, as `parseListQuery` returns them except for the filter
 * order.
 */
export const listRequests = (operation: ListOperation): fc.Arbitrary<ListRequest> =>
  fc.oneof({ weight: 9, arbitrary: listQueries(operation) }, followQueries(operation))
