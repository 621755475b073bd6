import * as fc from "fast-check"
import {
  type Field,
  type Fields,
  type Filter,
  type ListOperation,
  type ListQuery,
  operatorsOf,
  type Property,
  type QueryType,
  type QueryValue,
  type Row,
  type ScalarType,
  type SortTerm,
} from "@/lib/catalogue"

const guids = [1, 2, 3, 4].map((digit) => `${digit}a0f6c1e-0000-4000-8000-00000000000${digit}`)

/**
 * Code-point order differs from UTF-16's for the last two, and from every language's for the rest.
 */
const texts = [
  "",
  "a",
  "A",
  "Z",
  "ä",
  "ab",
  "a b",
  "back\\slash",
  "tab\tline\nend\r",
  "\\N",
  "Ω",
  "\uFFFD",
  "😀",
]

const instants = [
  "0001-01-01T00:00:00",
  "2024-05-01T08:00:00",
  "2024-05-01T08:00:00.000001",
  "2024-05-01T08:00:00.000002",
  "2024-05-01T08:00:00.5",
  "2024-12-31T23:59:59.999999",
  "9999-12-31T23:59:59.999999",
]
const numbers = [-1.5, -1e-300, 0, 0.1, 0.30000000000000004, 1, 2, 5e-324, 1.7976931348623157e308]
const integers = [-5, 0, 1, 2, 3, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
const times = (suffix: string) => instants.map((text) => `${text}${suffix}`)

/** Few values of each type, so that ties are common, in the form of a response. */
const scalars = {
  guid: guids,
  string: texts,
  url: [null],
  boolean: [true, false],
  integer: integers,
  double: numbers,
  datetime: times("Z"),
  datetimeoffset: times("+00:00"),
  localdatetime: times(""),
} as const satisfies Record<ScalarType, readonly (string | number | boolean | null)[]>

function nullable<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 3 })
}

function arbitraryValue(field: Field): fc.Arbitrary<unknown> {
  if (field.type === "array")
    return nullable(fc.array(arbitraryValue(field.items), { maxLength: 2 }))
  if (field.type === "object") return nullable(fc.record(valuesOf(field.fields)))
  return nullable(fc.constantFrom<unknown>(...scalars[field.type]))
}

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, arbitraryValue(field)]))

/** Values of a record's fields; an `id` is unique. */
export const arbitraryValues = (fields: Fields): fc.Arbitrary<Row> =>
  fc.record({ ...valuesOf(fields), ...(fields["id"] && { id: fc.uuid() }) })

/** Values to filter by: those that are stored, and others that no column can store. */
const queried = {
  guid: guids,
  string: [...texts, "b", "\u{10FFFF}"],
  boolean: [true, false],
  integer: [...integers, 1e30, -1e30, 2 ** 63, -(2 ** 63)],
  double: [...numbers, -1e308, 0.2],
  datetime: [...times("Z"), "2024-05-01T08:00:00.0000015Z", "2024-05-01T08:00:00.4999999Z"],
  datetimeoffset: [...times("Z"), "2024-05-01T08:00:00.0000001Z", "2024-12-31T23:59:59.9999999Z"],
} as const satisfies Record<QueryType, readonly (string | number | boolean)[]>

function arbitraryFilter(name: string, property: Property): fc.Arbitrary<Filter> {
  const values: readonly QueryValue[] = queried[property.type]
  const compare = fc.record({
    property: fc.constant(name),
    operator: fc.constantFrom(...operatorsOf(property)),
    value: fc.constantFrom(...values),
  })
  const testNull = fc.record({
    property: fc.constant(name),
    operator: fc.constantFrom("eq" as const, "ne" as const),
    value: fc.constant(null),
  })
  return fc.oneof({ weight: 4, arbitrary: compare }, { weight: 1, arbitrary: testNull })
}

const nullTests = (property: string): Filter[] =>
  (["eq", "ne"] as const).map((operator) => ({ property, operator, value: null }))

/**
 * Filters by every filterable property of a list with each of its operators and each value of its
 * type.
 */
export const everyFilter = (operation: ListOperation): Filter[] =>
  Object.entries(operation.properties)
    .filter(([, { filter }]) => filter)
    .flatMap(([name, property]) => {
      const values: readonly QueryValue[] = queried[property.type]
      const compare = operatorsOf(property).flatMap((operator) =>
        values.map((value) => ({ property: name, operator, value })),
      )
      return [...compare, ...nullTests(name)]
    })

/** The number of properties of one type that share the type's values. */
const rotation = 5

/**
 * The filters above: all for the first property of each type, a part in turn for its other
 * properties, because the comparison depends only on the type.
 */
export function everyKindOfFilter(operation: ListOperation): Filter[] {
  const names = [...new Set(everyFilter(operation).map(({ property }) => property))]
  const typeOf = (name: string) => operation.properties[name]?.type
  return names.flatMap((name) => {
    const position = names.filter((other) => typeOf(other) === typeOf(name)).indexOf(name)
    return everyFilter(operation)
      .filter(({ property }) => property === name)
      .filter(
        ({ property, value }, index) =>
          position === 0 ||
          index % rotation === position % rotation ||
          (value === null && operation.properties[property]?.elementOf),
      )
  })
}

/** Any query of a list without paging: up to three filters and four sort terms. */
export function arbitraryQuery(operation: ListOperation): fc.Arbitrary<ListQuery> {
  const properties = Object.entries(operation.properties)
  const filters = properties.flatMap(([name, property]) =>
    property.filter ? [arbitraryFilter(name, property)] : [],
  )
  const sortable = properties.flatMap(([name, { sort }]) => (sort ? [name] : []))
  const term: fc.Arbitrary<SortTerm> = fc.record({
    property: fc.constantFrom(...sortable),
    descending: fc.boolean(),
  })
  return fc.record({
    filters: fc.array(fc.oneof(...filters), { maxLength: 3 }),
    sort: fc.uniqueArray(term, { maxLength: 4, selector: ({ property }) => property }),
  })
}
