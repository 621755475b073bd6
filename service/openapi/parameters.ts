import {
  type Catalogue,
  type ListOperation,
  type Operation,
  type Operator,
  operatorsOf,
  type Property,
} from "@/lib/catalogue"
import type { JsonObject } from "./json"
import { scalarSchemas } from "./schemas"

const meanings = {
  eq: "equals",
  ne: "does not equal",
  lt: "is less than",
  lte: "is at most",
  gt: "is greater than",
  gte: "is at least",
} as const satisfies Record<Operator, string>

/** What an empty value asks for; the other operators need a value (decisions "Filters"). */
const nullTests: Partial<Record<Operator, string>> = { eq: "has none", ne: "has one" }

function describeFilter(name: string, property: Property, operator: Operator, parameter: string) {
  const nullTest = nullTests[operator]
  const schema = scalarSchemas[property.type]
  const more = nullTest === undefined ? "" : ` An empty value: ${nullTest}.`
  return {
    name: parameter,
    in: "query",
    description: `${name} ${meanings[operator]} the value.${more}`,
    ...(nullTest !== undefined && { allowEmptyValue: true }),
    schema: nullTest === undefined ? schema : { anyOf: [schema, { type: "string", maxLength: 0 }] },
  }
}

const describeFilters = ({ properties }: ListOperation) =>
  Object.entries(properties)
    .filter(([, property]) => property.filter)
    .flatMap(([name, property]) =>
      operatorsOf(property).flatMap((operator) => [
        ...(operator === "eq" ? [describeFilter(name, property, operator, name)] : []),
        describeFilter(name, property, operator, `${name}[${operator}]`),
      ]),
    )

function describeSort({ properties, defaultSort }: ListOperation) {
  const sortable = Object.keys(properties).filter((name) => properties[name]?.sort)
  return {
    name: "sort",
    in: "query",
    description: `Properties by comma, a minus before those that descend: ${sortable.join(", ")}.`,
    schema: { type: "string", default: defaultSort },
  }
}

const describePaging = ({ limit }: ListOperation) => [
  {
    name: "limit",
    in: "query",
    description: `Records on a page; above ${limit.maximum} means ${limit.maximum}.`,
    schema: { type: "integer", minimum: 1, default: limit.default, "x-maximum": limit.maximum },
  },
  {
    name: "offset",
    in: "query",
    description: "How many records to skip.",
    schema: { type: "integer", minimum: 0, default: 0 },
  },
  {
    name: "cursor",
    in: "query",
    description: "From nextUrl or previousUrl only; beside it only limit may be given.",
    schema: { type: "string" },
  },
]

/** An operation's path parameters and, for a list, everything that its query may hold. */
export const describeParameters = (catalogue: Catalogue, operation: Operation): JsonObject[] => [
  ...Object.entries(operation.parameters).map(([name, kind]) => ({
    name,
    in: "path",
    required: true,
    description: catalogue.containers[kind]?.title ?? kind,
    schema: scalarSchemas.guid,
  })),
  ...(operation.kind === "list"
    ? [...describeFilters(operation), describeSort(operation), ...describePaging(operation)]
    : []),
]
