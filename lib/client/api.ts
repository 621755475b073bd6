import { queryOptions } from "@tanstack/react-query"
import type { AnswerOf, contract, GivenParts, Route } from "@/lib/contract"
import { ApiProblem, isObject, readProblem, unreadable } from "./api-problem"
import { idleHeader } from "./idleness"
import { personHeader } from "./page-person"
import { takeStreamed } from "./streamed-answers"

type Routes = (typeof contract)[keyof typeof contract]
type Method = Route["method"]
type RouteOf<M extends Method, Path> = Extract<Routes, { method: M; path: Path }>
type PathOf<M extends Method> = Extract<Routes, { method: M }>["path"]

/** The path, query and body parameters of a route, without those that it does not take. */
type Parts<R extends Route> = {
  readonly [Name in keyof GivenParts<R> as [GivenParts<R>[Name]] extends [undefined]
    ? never
    : Name]: GivenParts<R>[Name]
} & (R extends { upload: string } ? { readonly file: Blob } : unknown)

interface Options {
  readonly signal?: AbortSignal
}

type Arguments<R extends Route> = [keyof Parts<R>] extends [never]
  ? [options?: Options]
  : [parts: Parts<R> & Options]

type Request<M extends Method> = <const Path extends PathOf<M>>(
  path: Path,
  ...given: Arguments<RouteOf<M, Path>>
) => Promise<AnswerOf<RouteOf<M, Path>>>

/**
 * Sends a request to one of our own `/api` paths; throws `ApiProblem` `unreachable` without a
 * response.
 */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

/**
 * Our own API, typed by its contract: `api.get("/api/views", { query: { report } })`. Every method
 * throws `ApiProblem`.
 */
export interface Api {
  readonly get: Request<"GET">
  readonly post: Request<"POST">
  readonly put: Request<"PUT">
  readonly patch: Request<"PATCH">
  readonly delete: Request<"DELETE">
}

/** The parameters of any route, which the types above have checked. */
interface Given extends Options {
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: URLSearchParams | Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly file?: Blob
}

/** The relative URL of a read: `/api/views?report=departments`. */
export function printUrl(
  path: string,
  { parameters = {}, query = {} }: Pick<Given, "parameters" | "query">,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ""))
  const known = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const search = new URLSearchParams(
    known.filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new ApiProblem(await readProblem(answer))
  if (answer.status === 204) return undefined
  const json: unknown = await answer.json().catch(() => undefined)
  if (!isObject(json)) throw unreadable(answer)
  return json
}

/** The client over a transport, the browser's or the server's. */
export function createApi(send: Transport): Api {
  const request =
    (method: Method) =>
    async (path: string, given: Given = {}) => {
      const { headers, body, file, signal } = given
      const isRead = method === "GET"
      const json = body === undefined ? undefined : JSON.stringify(body)
      const sent = file ?? json
      const answer = await send(printUrl(path, given), {
        method,
        headers: {
          accept: "application/json",
          ...(!isRead && {
            "x-requested-with": "dashboard",
            "content-type": file ? "text/csv" : "application/json",
          }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
        ...(signal && { signal }),
      })
      return readAnswer(answer)
    }
  const api = {
    get: request("GET"),
    post: request("POST"),
    put: request("PUT"),
    patch: request("PATCH"),
    delete: request("DELETE"),
  }
  // The types of `Api` describe per route what `ask` does for all.
  return api as unknown as Api
}

/**
 * Sends with the session cookie, unless the page's stream has the response. Reads report an idle
 * page, changes whose page it is.
 */
export const sendFromPage: Transport = async (url, init) => {
  const isRead = init.method === "GET"
  const streamed = isRead ? await takeStreamed(url) : undefined
  try {
    const answer =
      streamed ??
      (await fetch(url, {
        credentials: "same-origin",
        redirect: "error",
        cache: "no-store",
        ...init,
        headers: { ...init.headers, ...(isRead ? idleHeader() : personHeader()) } as HeadersInit,
      }))
    return answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })
  }
}

/** Our own API for pages in a browser. */
export const api: Api = createApi(sendFromPage)

/**
 * Parameters in the form of a query key: search parameters as text, because they have no own
 * members.
 */
const printParts = (parts: object): object =>
  "query" in parts && parts.query instanceof URLSearchParams
    ? { ...parts, query: `${parts.query}` }
    : parts

/** The query key of a read of our own API; without parameters, of all reads of that path. */
export const apiKey = <const Path extends PathOf<"GET">>(path: Path, parts?: object) =>
  parts === undefined ? ([path] as const) : ([path, printParts(parts)] as const)

/** A read of our own API as a query; it is only refetched on request. */
export const apiOptions = <const Path extends PathOf<"GET">>(
  path: Path,
  ...given: Arguments<RouteOf<"GET", Path>>
) =>
  queryOptions({
    queryKey: apiKey(path, given[0] ?? {}),
    queryFn: ({ signal }): Promise<AnswerOf<RouteOf<"GET", Path>>> => {
      const [parts] = given
      return (api.get as (path: string, given: Given) => Promise<never>)(path, {
        ...parts,
        signal,
      })
    },
  })
