import type { Problem } from "@/lib/catalogue"

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)

/** True if the value is a problem of the dashboard's own API. */
const isFaulty = (value: unknown): value is Problem =>
  isObject(value) && typeof value["parameter"] === "string" && typeof value["message"] === "string"

/**
 * A refusal as plain data, so that the server can pass it to the page (RFC 9457, architecture
 * "Contracts"). `retryAfter` is in seconds.
 */
export interface ProblemDetails {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly retryAfter?: number
  readonly requestId?: string
  readonly errors?: readonly Problem[]
}

/**
 * Why a response of the dashboard's own API is not the requested data; `status` 0 means that there
 * was no response.
 */
export class ApiProblem extends Error {
  override name = "ApiProblem"
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly errors: readonly Problem[]

  constructor(readonly details: ProblemDetails) {
    super(`${details.status} ${details.code}: ${details.detail}`)
    this.status = details.status
    this.code = details.code
    this.title = details.title
    this.detail = details.detail
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
    this.errors = details.errors ?? []
  }
}

/** The source of a problem: a `Response`, or the same parts of an in-process response. */
export interface ProblemParts {
  readonly status: number
  readonly headers: Headers
  json(): Promise<unknown>
}

function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? ""
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** Reads the problem of a non-2xx response; any other body yields a problem too. */
export async function readProblem(answer: ProblemParts): Promise<ProblemDetails> {
  const json: unknown = await answer.json().catch(() => undefined)
  const body = isObject(json) ? json : {}
  const retryAfter = numberOf(body["retryAfter"]) ?? readRetryAfter(answer.headers)
  const requestId = textOf(body["requestId"]) ?? answer.headers.get("x-request-id") ?? undefined
  const errors = body["errors"]
  return {
    status: answer.status,
    code: textOf(body["code"]) ?? "unknown",
    title: textOf(body["title"]) ?? "",
    detail: textOf(body["detail"]) ?? "",
    ...(retryAfter !== undefined && { retryAfter }),
    ...(requestId !== undefined && { requestId }),
    ...(Array.isArray(errors) && errors.every(isFaulty) && { errors }),
  }
}

/** Why a response is unreadable although it should be ours, such as an intermediary's page. */
export function unreadable({ status, headers }: ProblemParts): ApiProblem {
  const requestId = headers.get("x-request-id")
  return new ApiProblem({
    status,
    code: "unreadable_answer",
    title: "",
    detail: "",
    ...(requestId && { requestId }),
  })
}

const startOver = new Set(["cursor_expired", "invalid_cursor"])

/** True if only a new traversal helps (decisions "Paging"). */
export const isCursorProblem = (error: unknown): boolean =>
  error instanceof ApiProblem && startOver.has(error.code)

/**
 * True if a retry may succeed later: there was no response, the quota is exhausted, or the other
 * side failed.
 */
export const mayPass = ({ status }: Pick<ProblemDetails, "status">): boolean =>
  status === 0 || status === 429 || status >= 500

/** Converts any thrown value to a problem, so that pages only handle one type. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  return new ApiProblem({ status: 0, code: "unexpected", title: "", detail: "" })
}
