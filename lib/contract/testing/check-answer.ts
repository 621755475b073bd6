import { catalogue, matchPath, withWholeLists } from "../../catalogue"
import { checkHeaders, checkValue, type Json } from "../../catalogue/openapi/testing/answer-check"
import { contract } from ".."
import { describeBackend } from "../openapi"
import type { Route } from "../route"

const routes: readonly Route[] = Object.values(contract)

/** The platform's operations and the whole lists. */
const readable = withWholeLists(catalogue)

/** The description of our own API as it is served. */
const description = JSON.parse(JSON.stringify(describeBackend(catalogue, routes))) as Json

/** An answer of our own API as a test saw it. */
export interface SeenAnswer {
  readonly method: string
  /** Its raw path, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** Asked for where JSON is described; undefined where it is not to be had any more. */
  readonly readText: () => Promise<string | undefined>
}

/** Paths of our own, those without parameters first: they may look like one with some. */
const ownPaths = [...new Set(routes.map(({ path }) => path))]
  .toSorted((one, other) => one.split("{").length - other.split("{").length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }))

/** The described path that a raw one fits, as the backend finds it. */
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

/** What no operation answers, because it is none: a problem. */
const refusedPath = { content: { [problemType]: { schema: problem } } } as unknown as Json

/** The problems of a JSON body: under its route's own schema, which can say more, or under the described one. */
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

/** In a line, what an answer has that the description of our own API does not say, the first of it; undefined where they agree. */
export async function findFault(answer: SeenAnswer): Promise<string | undefined> {
  const { path, operation } = findOperation(answer)
  const [first] = await findFaults(answer, operation)
  return first && `${answer.method} ${path} answered ${answer.status}: ${first}`
}

/** Throws unless what `GET /api/views?report=departments` was answered is what the description of our own API has. */
export async function checkAnswer(asked: string, answer: Response): Promise<void> {
  const [method = "", target = ""] = asked.split(" ")
  const [path = ""] = target.split("?")
  const { status, headers } = answer
  // Nobody gets it: whoever asked has gone.
  if (status === 499) return
  const readText = () => answer.clone().text()
  const fault = await findFault({ method, path, status, headers, readText })
  if (fault) throw new Error(fault)
}
