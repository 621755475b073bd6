import {
  type ListOperation,
  type Operation,
  type Operator,
  operatorsOf,
  type Property,
  type QueryType,
  valueTypes,
} from ".."
import { type JsonObject, refer } from "./json"
import { capitalise, scalarSchemas } from "./schemas"

const time = {
  type: "string",
  description: "ISO 8601, a date or a date-time; without an offset it is UTC.",
  examples: ["2021-01-31", "2021-01-31T08:00:00Z"],
}

/** A value to compare a property with. Times are accepted in more forms than they are sent. */
const valueSchemas = {
  guid: scalarSchemas.guid,
  string: scalarSchemas.string,
  boolean: scalarSchemas.boolean,
  integer: scalarSchemas.integer,
  double: scalarSchemas.double,
  datetime: time,
  datetimeoffset: time,
} as const satisfies Record<QueryType, JsonObject>

const none = { type: "string", const: "" }

/** An empty value tests for null, with eq and ne only (decisions "Filters"). */
const orNone = (type: QueryType): readonly JsonObject[] =>
  type === "string" ? [valueSchemas.string] : [valueSchemas[type], none]

const anyOf = (schemas: readonly JsonObject[]): JsonObject =>
  schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas }

const meanings = {
  eq: "Equals; an empty value: has none.",
  ne: "Does not equal, or has none; an empty value: has one.",
  lt: "Less than.",
  lte: "At most.",
  gt: "Greater than.",
  gte: "At least.",
  contains: "Contains, in any letter case.",
  begins: "Begins with, in any letter case.",
} as const satisfies Record<Operator, string>

const describeOperator = (type: QueryType, operator: Operator) => ({
  ...(operator === "eq" || operator === "ne" ? anyOf(orNone(type)) : valueSchemas[type]),
  description: meanings[operator],
})

/** What `prop=value` and `prop[op]=value` accept: the value, or an object of operators. */
function describeConditions({ type }: Property, operators: readonly Operator[]): JsonObject {
  const properties = operators.map((operator) => [operator, describeOperator(type, operator)])
  const compared = {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
  return { anyOf: [...orNone(type), compared] }
}

const typeNames = {
  guid: "Guid",
  string: "String",
  boolean: "Boolean",
  integer: "Integer",
  double: "Double",
  datetime: "Time",
  datetimeoffset: "Time",
} as const satisfies Record<QueryType, string>

/** A component's name: the type's, plus the operators if they differ from the type's. */
function filterName(property: Property): string {
  const all: readonly Operator[] = valueTypes[property.type].operators
  const operators = operatorsOf(property)
  const more = operators.filter((operator) => !all.includes(operator))
  const named = operators.length < all.length ? operators : more
  return `${typeNames[property.type]}${named.map(capitalise).join("")}Filter`
}

const filtersOf = ({ properties }: ListOperation) =>
  Object.entries(properties).filter(([, property]) => property.filter)

/**
 * A list's filters, one parameter per property. In `deepObject` style, `{ gte: 3 }` becomes
 * `prop[gte]=3` and a bare value becomes `prop=3`.
 */
export const describeFilters = (operation: ListOperation): JsonObject[] =>
  filtersOf(operation).map(([name, property]) => ({
    name,
    in: "query",
    description: `Only records whose ${name} meets each condition: ${operatorsOf(property).join(", ")}.`,
    style: "deepObject",
    explode: true,
    schema: refer("schemas", filterName(property)),
  }))

export const describeFilterSchemas = (operations: readonly Operation[]): JsonObject =>
  Object.fromEntries(
    operations
      .filter((operation) => operation.kind === "list")
      .flatMap(filtersOf)
      .map(([, property]) => [
        filterName(property),
        describeConditions(property, operatorsOf(property)),
      ]),
  )
