import { type Page, readPage } from "./answers"
import { sendFromPage } from "./api"

export interface FetchOptions {
  readonly signal?: AbortSignal
  /** Asks the dashboard not to answer from its cache. */
  readonly fresh?: boolean
}

/** One page of a list by its `/api/…` URL, which the browser may hold already; throws `ApiProblem`. */
export async function fetchPage(url: string, { signal, fresh }: FetchOptions = {}): Promise<Page> {
  if (!/^\/api\/(?!\/)/.test(url)) throw new TypeError("The fetcher reads own /api paths only.")
  const answer = await sendFromPage(url, {
    method: "GET",
    headers: { accept: "application/json", ...(fresh && { "cache-control": "no-cache" }) },
    cache: fresh ? "no-store" : "default",
    ...(signal && { signal }),
  })
  return readPage(answer)
}
