import {
  acceptedScopes,
  allScopes,
  type Catalogue,
  type Operation,
  type Version,
  versions,
} from "@/lib/catalogue"
import { describeFilterSchemas } from "@/lib/catalogue/openapi/filters"
import type { JsonObject } from "@/lib/catalogue/openapi/json"
import { describeParameters } from "@/lib/catalogue/openapi/parameters"
import { describePatchBody, patchSchema } from "@/lib/catalogue/openapi/patch"
import { describeRecords } from "@/lib/catalogue/openapi/schemas"
import { describeTags, tagOf } from "@/lib/catalogue/openapi/tags"
import { errorCodes } from "../errors"
import { describeResponses, describeSharedRefusals, sharedHeaders } from "./responses"

/**
 * What applies to every operation, as Markdown: the document's introduction (specification 5 and 8,
 * decisions).
 */
export const conventions = `Lists and single records of the employee-app platform, and changes to its departments.

**Access.** Every request carries an access token of the OAuth 2 client credentials grant. One of the scopes that an operation names is enough.

**Filters.** \`prop=value\` is short for \`prop[eq]=value\`. The operators are \`eq\`, \`ne\`, \`lt\`, \`lte\`, \`gt\` and \`gte\`; all conditions hold at once, and one property may carry several. An empty value tests for null: \`prop=\` has none, \`prop[ne]=\` has one. Texts are compared whole, with upper and lower case told apart.

**Sorting.** \`sort=a,-b\` sorts by a, then by b descending. Nulls come last ascending and first descending.

**Paging.** \`nextUrl\` is there while more records exist, and \`previousUrl\` once a cursor was followed: request them as they are. A cursor is good for 6 hours; afterwards the answer is 410, and reading starts over. \`count\` is the number of records in \`data\`.

**Refusals.** The body is always \`{ errorCode, message, details? }\`. A path that is not described here is 404 \`unknown_path\`; another method on one that is, 405 \`method_not_allowed\` with \`Allow\`.

**Values.** Guids are sent in lower case. Times are ISO 8601 with 0 to 7 fractional digits.`

const detailSchema = {
  type: "object",
  properties: {
    parameter: { type: "string", description: "What is wrong in the path or query." },
    path: { type: "string", description: "What is wrong in the body, as a JSON Pointer." },
    message: { type: "string" },
  },
  required: ["message"],
}

/** The body of every error response (decisions "Errors"). */
export const errorSchema: JsonObject = {
  type: "object",
  properties: {
    errorCode: { type: "string", examples: errorCodes, "x-known-values": errorCodes },
    message: { type: "string", description: "One sentence that a person can act on." },
    details: { type: "array", items: detailSchema },
    acceptedScopes: { type: "array", items: { type: "string" } },
  },
  required: ["errorCode", "message"],
}

/** The URLs of the API and its tokens, and the prefix of its scopes. */
interface ApiAddress {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly scopePrefix: string
}

const verbs = { list: "List ", single: "Read ", patch: "" } as const satisfies Record<
  Operation["kind"],
  string
>

/**
 * Worded as a task, such as "List departments". Names with several capitals keep them, and the
 * version is left to the document.
 */
function summarise({ kind, title }: Operation): string {
  const name = title.replace(/ \(v[\d.]+\)$/, "")
  const verb = verbs[kind]
  return verb && /^[A-Z][a-z]/.test(name)
    ? verb + name[0]?.toLowerCase() + name.slice(1)
    : verb + name
}

const describeText = ({ gates = [], nulls = [], note, deprecated }: Operation): string =>
  [
    ...gates.map((gate) => `Needs ${gate.title}.`),
    ...(nulls.length > 0 ? [`Always null here: ${nulls.join(", ")}.`] : []),
    ...(note === undefined ? [] : [note]),
    ...(deprecated ? [`Deprecated since ${deprecated.since}. ${deprecated.note}`] : []),
  ].join(" ")

const describeOperation = (catalogue: Catalogue, operation: Operation, prefix: string) => ({
  operationId: operation.id,
  tags: [tagOf(operation)],
  summary: summarise(operation),
  ...(describeText(operation) && { description: describeText(operation) }),
  ...(operation.deprecated && { deprecated: true }),
  parameters: describeParameters(catalogue, operation),
  ...(operation.kind === "patch" && { requestBody: describePatchBody() }),
  responses: describeResponses(operation),
  security: acceptedScopes(operation, prefix).map((scope) => ({ oauth2: [scope] })),
})

function describePaths(catalogue: Catalogue, operations: readonly Operation[], prefix: string) {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const operation of operations) {
    const path = `/${operation.version}${operation.path}`
    const described = describeOperation(catalogue, operation, prefix)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described }
  }
  return paths
}

const describeSecurity = ({ tokenUrl, scopePrefix }: ApiAddress) => ({
  oauth2: {
    type: "oauth2",
    flows: {
      clientCredentials: {
        tokenUrl,
        scopes: Object.fromEntries(allScopes(scopePrefix).map((scope) => [scope, scope])),
      },
    },
  },
})

const describeComponents = (
  catalogue: Catalogue,
  operations: readonly Operation[],
  address: ApiAddress,
) => ({
  securitySchemes: describeSecurity(address),
  schemas: {
    Error: errorSchema,
    ...(operations.some(({ kind }) => kind === "patch") && { JsonPatch: patchSchema }),
    ...describeFilterSchemas(operations),
    ...describeRecords(catalogue, operations),
  },
  headers: sharedHeaders,
  responses: describeSharedRefusals(operations),
})

/**
 * One version of the API as an OpenAPI 3.1 document, from the catalogue alone (specification 9.1).
 */
export function describeService(
  catalogue: Catalogue,
  version: Version,
  address: ApiAddress,
): JsonObject {
  const operations = catalogue.operations.filter((operation) => operation.version === version)
  return {
    openapi: "3.1.0",
    info: { title: "Reporting API", version, description: conventions },
    servers: [{ url: address.baseUrl }],
    tags: describeTags(operations),
    paths: describePaths(catalogue, operations, address.scopePrefix),
    components: describeComponents(catalogue, operations, address),
  }
}

/** Every version's document as text, by the file name under which it is served: `v1.4.json`. */
export const printDescriptions = (
  catalogue: Catalogue,
  address: ApiAddress,
): ReadonlyMap<string, string> =>
  new Map(
    versions.map((version) => [
      `${version}.json`,
      JSON.stringify(describeService(catalogue, version, address)),
    ]),
  )
