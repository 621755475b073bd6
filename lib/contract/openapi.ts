import { z } from "zod"
import type { Catalogue, Operation } from "../catalogue"
import {
  answerName,
  describeFilterSchemas,
  describeParameters,
  describeRecords,
  describeTags,
  type JsonObject,
  refer,
  tagOf,
} from "../catalogue/openapi"
import { type ProblemCode, platformProblems, problems } from "./problems"
import { commonProblems, type Route } from "./route"

const problemSchema: JsonObject = {
  type: "object",
  description: "Why a request was refused (RFC 9457).",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "A sentence that says what to do." },
    code: { type: "string", enum: Object.keys(problems) },
    requestId: { type: "string", description: "The request's name in the log." },
    retryAfter: { type: "integer", description: "Seconds, where waiting helps." },
    permission: { type: "string", description: "What the person lacks." },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { parameter: { type: "string" }, message: { type: "string" } },
        required: ["parameter", "message"],
      },
    },
  },
  required: ["type", "title", "status", "detail", "code", "requestId"],
}

/** A schema of ours as JSON Schema, of what goes in or of what comes out. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return described
}

/** The same without what it defines for itself because that holds itself: a component whose name begins with the route's. */
function splitSchema(schema: z.ZodType, { name }: Route) {
  const text = JSON.stringify(schemaOf(schema, "output"))
  const moved = text.replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
  const { $defs: definitions = {}, ...described }: JsonObject & { $defs?: JsonObject } =
    JSON.parse(moved)
  const components = Object.entries(definitions).map(([key, each]) => [`${name}.${key}`, each])
  return { described, components: Object.fromEntries(components) as JsonObject }
}

const describeFields = (schema: z.ZodObject | undefined, place: "path" | "query"): JsonObject[] => {
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

const describeRefusal = (codes: readonly ProblemCode[]): JsonObject => ({
  description: codes.map((code) => `- \`${code}\`: ${problems[code].title}`).join("\n"),
  content: { "application/problem+json": { schema: refer("schemas", "Problem") } },
})

/** The refusals of these codes, by status. */
function describeProblems(codes: readonly ProblemCode[]): JsonObject {
  const known = [...new Set(codes)]
  const statuses = [...new Set(known.map((code) => problems[code].status))].toSorted()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      describeRefusal(known.filter((code) => problems[code].status === status)),
    ]),
  )
}

function describeAnswers(route: Route): JsonObject {
  const { answer, files = [], summary } = route
  const contents = [
    ...(answer
      ? [["application/json", { schema: splitSchema(answer, route).described }] as const]
      : []),
    ...files.map((type) => [type, {}] as const),
  ]
  if (contents.length === 0) return { 204: { description: "Done; nothing is answered." } }
  return { 200: { description: `${summary}.`, content: Object.fromEntries(contents) } }
}

const componentsOf = (route: Route): JsonObject =>
  route.answer ? splitSchema(route.answer, route).components : {}

function describeBody({ body, upload }: Route): JsonObject | undefined {
  if (upload) return { required: true, content: { [upload]: {} } }
  if (!body) return undefined
  return { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } }
}

/** What a route that needs no session may refuse. */
const publicProblems: readonly ProblemCode[] = ["method_not_allowed", "internal"]

const securityOf = ({ permission }: Route) => (permission === "public" ? [] : [{ session: [] }])

/** `/api/views/{view}` is among the views. */
const areaOf = ({ path }: Route) => path.split("/")[path.startsWith("/api/") ? 2 : 1] ?? ""

const describeRoute = (route: Route): JsonObject => ({
  operationId: route.name,
  tags: [areaOf(route)],
  summary: route.summary,
  description: `Permission: ${route.permission}.`,
  parameters: [
    ...describeFields(route.parameters, "path"),
    ...describeFields(route.query ?? route.grammar, "query"),
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

/** What an operation may be refused with, by its kind. */
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
    "unknown_outcome",
  ],
} as const satisfies Record<Operation["kind"], readonly ProblemCode[]>

const patchBody = {
  required: true,
  content: {
    "application/json-patch+json": {
      schema: { type: "array", items: { type: "object" }, description: "A JSON Patch (RFC 6902)." },
    },
  },
}

/** An operation of the platform's as the dashboard answers it. */
const describeOperation = (catalogue: Catalogue, operation: Operation): JsonObject => ({
  operationId: operation.id,
  tags: [tagOf(operation)],
  summary: operation.title,
  description: `Permission: ${operation.domain}:${operation.method === "GET" ? "read" : "write"}.`,
  ...(operation.deprecated && { deprecated: true }),
  parameters: describeParameters(catalogue, operation),
  ...(operation.kind === "patch" && { requestBody: patchBody }),
  responses: {
    200: {
      description: `${operation.title}.`,
      headers: {
        "x-data-source": {
          description: "Where the answer comes from.",
          schema: { type: "string", enum: ["live", "cache", "replica"] },
        },
        "x-data-as-of": {
          description: "As of when it is.",
          schema: { type: "string", format: "date-time" },
        },
      },
      content: { "application/json": { schema: refer("schemas", answerName(operation)) } },
    },
    ...describeProblems([...operationProblems.single, ...operationProblems[operation.kind]]),
  },
  security: [{ session: [] }],
})

const ownTags = {
  activity: "The log of changes to departments.",
  auth: "The end of a session at the identity.",
  departments: "All departments at once, how they are edited, and batches of edits.",
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
  sessions: "The end of sessions.",
  sync: "Copies of lists.",
  views: "Saved views of reports.",
  workspace: "The names that no operation provides.",
} as const satisfies Record<string, string>

/** Our own API and the platform's operations as the dashboard answers them, as one OpenAPI 3.1 document. */
export function describeApi(
  catalogue: Catalogue,
  routes: readonly Route[],
): JsonObject & { readonly openapi: string } {
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
      description:
        "What the dashboard's own pages use, and the platform's operations without their tokens and quota.",
    },
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
        Problem: problemSchema,
        ...Object.assign({}, ...routes.map(componentsOf)),
        ...describeFilterSchemas(catalogue.operations),
        ...describeRecords(catalogue, catalogue.operations),
      },
    },
  }
}
