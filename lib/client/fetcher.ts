import { type Page, readBody, readPage } from "./answers"
import { ApiProblem } from "./api-problem"
import { idleHeader } from "./idleness"
import type { Shape } from "./shape"
import { noteShown, shownIn } from "./shown-people"

export interface FetchOptions {
  readonly signal?: AbortSignal
  /** Asks the dashboard not to answer from its cache. */
  readonly fresh?: boolean
}

function requireOwnPath(url: string) {
  if (!/^\/api\/(?!\/)/.test(url)) throw new TypeError("The fetcher reads own /api paths only.")
}

/** The one way from the browser to data: GET of an own `/api` path with the session cookie. */
async function get(url: string, { signal, fresh }: FetchOptions): Promise<Response> {
  requireOwnPath(url)
  try {
    const answer = await fetch(url, {
      headers: {
        accept: "application/json",
        ...idleHeader(),
        ...(fresh && { "cache-control": "no-cache" }),
      },
      credentials: "same-origin",
      redirect: "error",
      cache: "no-store",
      ...(signal && { signal }),
    })
    noteShown(shownIn(answer))
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })
  }
}

/** One page of a list by its `/api/…` URL; throws `ApiProblem`. */
export const fetchPage = async (url: string, options: FetchOptions = {}): Promise<Page> =>
  readPage(await get(url, options))

/** What the dashboard itself keeps, by its `/api/…` URL and shape, or a schema of zod; throws `ApiProblem`. */
export const fetchOwn = async <T>(
  url: string,
  schema: Shape<T>,
  options: FetchOptions = {},
): Promise<T> => readBody(await get(url, options), schema)
