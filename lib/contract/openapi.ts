import { z } from "zod"
import { type Catalogue, type Operation, withWholeLists } from "../catalogue"
import {
  type AddressSchemas,
  answerName,
  describeFilterSchemas,
  describeParameters,
  describePatchBody,
  describeRecords,
  describeTags,
  type JsonObject,
  patchSchema,
  refer,
  tagOf,
} from "../catalogue/openapi"
import { describeProblem, describeProblemCodes, describeProblems } from "./describe-problems"
import { editHeaders } from "./edits"
import { type ProblemCode, platformProblems } from "./problems"
import { commonProblems, type OtherAnswer, type Route } from "./route"

/** One of our schemas as JSON Schema, for input or output. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return described
}

/**
 * Same, with its own recursive definitions moved to components whose names begin with the route's.
 */
function splitSchema(schema: z.ZodType, { name }: Route) {
  const text = JSON.stringify(schemaOf(schema, "output"))
  const moved = text.replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
  const { $defs: definitions = {}, ...described }: JsonObject & { $defs?: JsonObject } =
    JSON.parse(moved)
  const components = Object.entries(definitions).map(([key, each]) => [`${name}.${key}`, each])
  return { described, components: Object.fromEntries(components) as JsonObject }
}

const describeFields = (
  schema: z.ZodObject | undefined,
  place: "path" | "query" | "header",
): JsonObject[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Readonly<Record<string, JsonObject>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    ...((place === "path" || required.includes(name)) && { required: true }),
    schema: described,
  }))
}

/** The content of a response from the route. Files have no schema. */
function describeContent(route: Route, holds: OtherAnswer["holds"]): JsonObject {
  const { answer, files = [] } = route
  if (holds === "nothing") return {}
  if (holds === "files") return { content: Object.fromEntries(files.map((type) => [type, {}])) }
  const schema = answer && splitSchema(answer, route).described
  return { content: { "application/json": { schema } } }
}

/** Whether the response is or may be empty. */
const mayBeEmpty = ({ answer, files = [] }: Route) =>
  answer ? answer.safeParse(undefined).success : files.length === 0

/** The success response: JSON, files, nothing, or a redirect. */
function describeUsual(route: Route): JsonObject {
  const { answer, files = [], summary, otherwise = {} } = route
  if (otherwise[302]) return {}
  const kinds: OtherAnswer["holds"][] = [
    ...(answer ? (["answer"] as const) : []),
    ...(files.length > 0 ? (["files"] as const) : []),
  ]
  const contents = kinds.map((holds) => describeContent(route, holds)["content"])
  const description = `${summary}.`
  return {
    ...(kinds.length > 0 && { 200: { description, content: Object.assign({}, ...contents) } }),
    ...(mayBeEmpty(route) && { 204: { description: "Done; nothing is answered." } }),
  }
}

const describeAnswers = (route: Route): JsonObject => ({
  ...describeUsual(route),
  ...Object.fromEntries(
    Object.entries(route.otherwise ?? {}).map(([status, { meaning, holds }]) => [
      status,
      { description: meaning, ...describeContent(route, holds) },
    ]),
  ),
})

const componentsOf = (route: Route): JsonObject =>
  route.answer ? splitSchema(route.answer, route).components : {}

function describeBody({ body, upload }: Route): JsonObject | undefined {
  if (upload) return { required: true, content: { [upload]: {} } }
  if (!body) return undefined
  return { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } }
}

/** Errors of routes without a session. */
const publicProblems: readonly ProblemCode[] = ["method_not_allowed", "internal"]

const securityOf = ({ permission }: Route) => (permission === "public" ? [] : [{ session: [] }])

/** `/api/views/{view}` belongs to the area views. */
const areaOf = ({ path }: Route) => path.split("/")[path.startsWith("/api/") ? 2 : 1] ?? ""

const describeRoute = (route: Route): JsonObject => ({
  operationId: route.name,
  tags: [areaOf(route)],
  summary: route.summary,
  "x-permission": route.permission,
  parameters: [
    ...describeFields(route.parameters, "path"),
    ...describeFields(route.query ?? route.grammar, "query"),
    ...describeFields(route.headers, "header"),
  ],
  ...(describeBody(route) && { requestBody: describeBody(route) }),
  responses: {
    ...describeAnswers(route),
    ...describeProblems([
      ...(route.permission === "public" ? publicProblems : commonProblems),
      ...route.problems,
    ]),
  },
  security: securityOf(route),
})

/** Errors of an operation, by its kind. */
const operationProblems = {
  single: [
    "unauthenticated",
    "forbidden",
    "cross_site",
    "invalid_path",
    "invalid_query",
    "not_found",
    "refused_request",
    "feature_not_enabled",
    ...platformProblems,
    "shared_state_unavailable",
    "starting",
    "internal",
  ],
  list: ["invalid_cursor", "cursor_expired", "small_groups"],
  patch: [
    "invalid_body",
    "malformed_body",
    "body_too_large",
    "unsupported_media_type",
    "test_failed",
    "patch_not_applicable",
    "idempotency_key_reused",
    "unknown_outcome",
  ],
} as const satisfies Record<Operation["kind"], readonly ProblemCode[]>

/** Additional errors of a whole list. */
const wholeProblems: readonly ProblemCode[] = ["not_copied", "took_too_long"]

const isWhole = (operation: Operation) =>
  operation.kind === "list" && operation.wholeOf !== undefined

/** A platform operation or whole list, as answered by the dashboard. */
const describeOperation = (catalogue: Catalogue, operation: Operation): JsonObject => ({
  operationId: operation.id,
  tags: [isWhole(operation) ? "answers" : tagOf(operation)],
  summary: operation.title,
  "x-permission": `${operation.domain}:${operation.method === "GET" ? "read" : "write"}`,
  ...(operation.deprecated && { deprecated: true }),
  parameters: [
    ...describeParameters(catalogue, operation),
    ...(operation.kind === "patch" ? describeFields(editHeaders, "header") : []),
  ],
  ...(operation.kind === "patch" && { requestBody: describePatchBody() }),
  responses: {
    200: {
      description: `${operation.title}.`,
      headers: {
        "x-data-source": {
          description: "Where the answer comes from.",
          required: true,
          schema: { type: "string", enum: ["live", "cache", "replica"] },
        },
        "x-data-as-of": {
          description: "As of when it is.",
          required: true,
          schema: { type: "string", format: "date-time" },
        },
      },
      content: { "application/json": { schema: refer("schemas", answerName(operation)) } },
    },
    304: { description: "What the client holds by its `if-none-match` is still so." },
    ...describeProblems([
      ...operationProblems.single,
      ...operationProblems[operation.kind],
      ...(isWhole(operation) ? wholeProblems : []),
    ]),
  },
  security: [{ session: [] }],
})

/** What applies to every operation, as Markdown. */
const conventions = `What the dashboard's own pages use, and the platform's operations without their tokens and quota.

**Access.** Every operation says who may ask, as \`x-permission\`: \`public\`, everybody who is \`signed-in\`, the readers of a domain (\`kpis:read\`), or administrators, under the name of what they change (\`users:write\`). Changes carry \`x-requested-with: dashboard\` and this origin.

**Refusals.** The body is a \`Problem\`. Every refusal lists the codes that it may have, as \`x-problems\`; \`x-problem-codes\` of this document has the status and the meaning of each. A path that is not described here is 404 \`unknown_path\`; another method on one that is, 405 \`method_not_allowed\` with \`Allow\`.

**Requests in the log.** Every answer carries its name there, as \`x-request-id\`.`

/**
 * Platform URLs become the dashboard's own: `/api/v1.4/departments?cursor=…`. Null if it has none.
 */
const ownAddresses: AddressSchemas = {
  page: { type: "string", format: "uri-reference" },
  record: { type: ["string", "null"], format: "uri-reference" },
}

const ownTags = {
  activity: "The log of changes to departments.",
  answers:
    "What copies answer over everything at once: /api/answers/{list} reads as the platform's list of that id, over all modules, forms, calendars or data sets, and filters by each field.",
  audit: "The audit: who signed in, was refused, changed settings and took files.",
  copies: "How operations are copied, and what that costs.",
  auth: "The end of a session at the identity.",
  departments: "All departments at once, how they are edited, and batches of edits.",
  docs: "This description as a page.",
  exports: "Files of whole lists.",
  healthz: "Whether the process answers.",
  kpis: "Series of data sets, and the rows behind them.",
  metrics: "What an instance counts.",
  "openapi.json": "This description.",
  names: "Names of departments and users.",
  palette: "What a person may jump to.",
  quota: "How much of the platform's quota is used.",
  readyz: "Whether an instance can serve.",
  recents: "What a person opened last.",
  session: "Who is signed in.",
  sessions: "Which sessions a person has, and the end of sessions.",
  status: "How the dashboard is, for administrators.",
  sync: "Copies of lists.",
  views: "Saved views of reports.",
  workspace: "The names that no operation provides.",
} as const satisfies Record<string, string>

/**
 * The dashboard's own API, and the platform's operations as it answers them, as one OpenAPI 3.1
 * document.
 */
export function describeBackend(
  platform: Catalogue,
  routes: readonly Route[],
): JsonObject & { readonly openapi: string } {
  const catalogue = withWholeLists(platform)
  const paths: Record<string, Record<string, JsonObject>> = {}
  const add = (path: string, method: string, described: JsonObject) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  for (const route of routes) add(route.path, route.method, describeRoute(route))
  for (const operation of catalogue.operations)
    add(
      `/api/${operation.version}${operation.path}`,
      operation.method,
      describeOperation(catalogue, operation),
    )
  const areas = new Set(routes.map(areaOf))
  return {
    openapi: "3.1.0",
    info: {
      title: "Workplace Reporting",
      version: "1",
      description: conventions,
    },
    "x-problem-codes": describeProblemCodes(),
    servers: [{ url: "/" }],
    tags: [
      ...Object.entries(ownTags)
        .filter(([name]) => areas.has(name))
        .map(([name, description]) => ({ name, description })),
      ...describeTags(catalogue.operations),
    ],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: {
        Problem: describeProblem(),
        JsonPatch: patchSchema,
        ...Object.assign({}, ...routes.map(componentsOf)),
        ...describeFilterSchemas(catalogue.operations),
        ...describeRecords(catalogue, catalogue.operations, ownAddresses),
      },
    },
  }
}
