import {
  type Catalogue,
  type Filter,
  type ListOperation,
  listOperations,
  type Operation,
  type Operator,
  operatorsOf,
  type Property,
  type QueryType,
  valueTypes,
  versions,
} from "@/lib/catalogue"
import { guidOf, smallParameters } from "../../testing/small-data"

const samples = {
  guid: guidOf("sample"),
  string: "a & b = 100 % of “c”, [d]",
  boolean: true,
  integer: 3,
  double: -2.5,
  datetime: "2026-01-01T08:00:00.1234567+01:00",
  datetimeoffset: "2026-01-01",
} as const satisfies Record<QueryType, string | number | boolean>

const filterable = ({ properties }: ListOperation) =>
  Object.entries(properties).filter(([, property]) => property.filter)

/** The forms of a filter in a generated client's query: bare, empty, or by operator. */
const forms = {
  bare: ({ type }: Property) => samples[type],
  empty: () => "",
  compared: (property: Property) =>
    Object.fromEntries(operatorsOf(property).map((operator) => [operator, samples[property.type]])),
} as const

type Form = keyof typeof forms

function queryOf(operation: ListOperation, form: Form) {
  const conditions = filterable(operation).map(([name, property]) => [name, forms[form](property)])
  const sort = form === "bare" && { sort: operation.defaultSort, offset: 1 }
  return { ...Object.fromEntries(conditions), ...sort, limit: 2 }
}

/** The filters that a query of that form expresses, in the catalogue's order. */
export function filtersMeant(operation: ListOperation, form: Form): Filter[] {
  return filterable(operation).flatMap(([property, known]) => {
    const value =
      form === "empty" ? null : (valueTypes[known.type].parse(`${samples[known.type]}`) ?? null)
    const operators: readonly Operator[] = form === "compared" ? operatorsOf(known) : ["eq"]
    return operators.map((operator) => ({ property, operator, value }))
  })
}

/** Each list in each form, with the name of its call. */
export const listCalls = (catalogue: Catalogue) =>
  listOperations(catalogue).flatMap((operation) =>
    (Object.keys(forms) as Form[]).map((form) => ({
      name: `${operation.id} ${form}`,
      operation,
      form,
    })),
  )

const body = [
  { op: "test", path: "/name", value: "name 0" },
  { op: "replace", path: "/phoneNumber", value: { countryCode: 45, number: "70999001" } },
  { op: "add", path: "/selectedCultures/-", value: "da-DK" },
  { op: "copy", from: "/city", path: "/addressLine" },
  { op: "move", from: "/addressLine2", path: "/addressLine" },
  { op: "remove", path: "/email" },
]

/**
 * `satisfies` rejects unknown names, which the client's own parameters accept beside known ones.
 */
function printCall(name: string, operation: Operation, query?: object): string {
  const { id, method, version, kind } = operation
  const path = smallParameters(operation)
  const params = { ...(Object.keys(path).length > 0 && { path }), ...(query && { query }) }
  const types = `import("./${version}").operations["${id}"]["parameters"]`
  const typed = `params: ${JSON.stringify(params)} satisfies ${types}`
  const init = kind === "patch" ? `${typed}, body: ${JSON.stringify(body)}` : typed
  const url = `/${version}${operation.path}`
  return `  "${name}": (clients: Clients) => clients["${version}"].${method}("${url}", { ${init} }),`
}

const printClients = () =>
  versions.map((version) => `  "${version}": Client<import("./${version}").paths>`).join("\n")

/**
 * A module `{ calls }` that calls every operation through the generated types, lists in each form.
 * A call takes one client per version and is named after its operation or by `listCalls`.
 */
export function printCalls(catalogue: Catalogue): string {
  const lists = listCalls(catalogue).map(({ name, operation, form }) =>
    printCall(name, operation, queryOf(operation, form)),
  )
  const others = catalogue.operations
    .filter(({ kind }) => kind !== "list")
    .map((operation) => printCall(operation.id, operation))
  return [
    'import type { Client } from "openapi-fetch"',
    `export interface Clients {\n${printClients()}\n}`,
    `export const calls = {\n${[...lists, ...others].join("\n")}\n}`,
  ].join("\n")
}
