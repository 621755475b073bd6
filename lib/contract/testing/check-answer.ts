import { catalogue, matchPath, withWholeLists } from "../../catalogue"
import { checkHeaders, checkValue, type Json } from "../../catalogue/openapi/testing/answer-check"
import { contract } from ".."
import { describeBackend } from "../openapi"
import type { Route } from "../route"

const routes: readonly Route[] = Object.values(contract)

/** The platform's operations and the whole lists. */
const readable = withWholeLists(catalogue)

/** The OpenAPI description of our own API, as served. */
const description = JSON.parse(JSON.stringify(describeBackend(catalogue, routes))) as Json

/** A response of our own API in a test. */
export interface SeenAnswer {
  readonly method: string
  /** Its raw path, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** Called only if JSON is described; undefined if the body is no longer available. */
  readonly readText: () => Promise<string | undefined>
}

/**
 * Our own paths, those without parameters first, because one with parameters may match them too.
 */
const ownPaths = [...new Set(routes.map(({ path }) => path))]
  .toSorted((one, other) => one.split("{").length - other.split("{").length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }))

/** The described path that matches a raw path, found as the backend finds it. */
function describedPath(method: string, raw: string): string | undefined {
  const own = ownPaths.find(({ pattern }) => pattern.test(raw))
  if (own) return own.path
  const match = matchPath(readable, method, raw.replace(/^\/api(?=\/)/, ""))
  if (match.kind !== "operation") return undefined
  return `/api/${match.operation.version}${match.operation.path}`
}

function findOperation({ method, path: raw }: SeenAnswer) {
  const wanted = method === "HEAD" ? "GET" : method
  const path = describedPath(wanted, raw) ?? raw
  return { path, operation: description["paths"]?.[path]?.[wanted.toLowerCase()] }
}

const problemType = "application/problem+json"
const problem: Json = { $ref: "#/components/schemas/Problem" } as unknown as Json

/** The response for a path without an operation: a problem. */
const refusedPath = { content: { [problemType]: { schema: problem } } } as unknown as Json

/**
 * Checks a JSON body against its route's own schema, which can be stricter, or the described one.
 */
function checkBody(operationId: string, type: string, schema: Json, value: unknown): string[] {
  const route = type === problemType ? undefined : routes.find(({ name }) => name === operationId)
  if (!route?.answer) return checkValue(description, schema, value)
  const { error } = route.answer.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join("/")}: ${message}`)
}

function checkCode(response: Json, value: unknown): string[] {
  const { code } = value as { readonly code?: string }
  const codes = response["x-problems"] as unknown as readonly string[] | undefined
  return codes && !codes.includes(`${code}`) ? [`The code ${code} is not described.`] : []
}

async function findFaults(answer: SeenAnswer, operation: Json | undefined): Promise<string[]> {
  const { method, status, headers } = answer
  const response = operation ? operation["responses"]?.[status] : refusedPath
  if (!response) return ["The status is not described."]
  const faults = checkHeaders(description, response["headers"], headers)
  if (!headers.has("x-request-id")) faults.push("It has no x-request-id.")
  const { content } = response
  const type = headers.get("content-type")?.split(";")[0] ?? ""
  if (!content) return type ? [...faults, `It has a ${type}, though nothing is described.`] : faults
  if (!content[type]) return [...faults, `The type "${type}" is not described.`]
  const { schema } = content[type]
  const text = schema && method !== "HEAD" ? await answer.readText() : undefined
  if (text === undefined || !schema) return faults
  const value: unknown = JSON.parse(text)
  const bodyFaults = checkBody(String(operation?.["operationId"]), type, schema, value)
  return [...faults, ...bodyFaults, ...(type === problemType ? checkCode(response, value) : [])]
}

/**
 * The first difference between a response and the description, in one line; undefined if there is
 * none.
 */
export async function findFault(answer: SeenAnswer): Promise<string | undefined> {
  const { path, operation } = findOperation(answer)
  const [first] = await findFaults(answer, operation)
  return first && `${answer.method} ${path} answered ${answer.status}: ${first}`
}

/**
 * Throws if a response to, for example, `GET /api/views?report=departments` is not as described.
 */
export async function checkAnswer(asked: string, answer: Response): Promise<void> {
  const [method = "", target = ""] = asked.split(" ")
  const [path = ""] = target.split("?")
  const { status, headers } = answer
  // The client has disconnected, so nobody receives it.
  if (status === 499) return
  const readText = () => answer.clone().text()
  const fault = await findFault({ method, path, status, headers, readText })
  if (fault) throw new Error(fault)
}
