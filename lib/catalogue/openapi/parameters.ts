import type { Catalogue, ListOperation, Operation } from ".."
import { describeFilters } from "./filters"
import type { JsonObject } from "./json"
import { scalarSchemas } from "./schemas"

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

/** An operation's path parameters and, for a list, all its query parameters. */
export const describeParameters = (catalogue: Catalogue, operation: Operation): JsonObject[] => [
  ...Object.entries(operation.parameters).map(([name, kind]) => ({
    name,
    in: "path",
    required: true,
    description: `The id of the ${(catalogue.containers[kind]?.title ?? kind).toLowerCase()}.`,
    schema: scalarSchemas.guid,
  })),
  ...(operation.kind === "list"
    ? [...describeFilters(operation), describeSort(operation), ...describePaging(operation)]
    : []),
]
