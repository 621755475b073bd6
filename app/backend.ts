import "server-only"
import { cache } from "react"
import { type Operation, type PathParameters, printPath } from "@/lib/catalogue"
import { createPageApi, requestOfPage } from "@/lib/client/in-process"
import type { Session } from "@/lib/session"
import { fetchBackend } from "./fetch-backend"

/** Our own API as the person of this page may ask it. */
export const pageApi = createPageApi(fetchBackend)

/** The signed-in person of the request at hand, asked for once; throws `ApiProblem` where that cannot be told. */
export const readSession = cache(
  async (): Promise<Session | undefined> =>
    (await pageApi.get("/api/session")).session ?? undefined,
)

/** What the workspace names of what the person may read, asked for once, beside what is wrong with its file; throws `ApiProblem`. */
export const readNames = cache(() => pageApi.get("/api/workspace/names"))

/** What the backend answers to an operation, as to a browser; refusals are problem+json. */
export const askOperation = async (
  operation: Operation,
  parameters: PathParameters,
  {
    search = new URLSearchParams(),
    signal,
  }: { search?: URLSearchParams; signal?: AbortSignal } = {},
): Promise<Response> =>
  fetchBackend(
    await requestOfPage(
      `/api${printPath(operation, parameters)}${search.size > 0 ? `?${search}` : ""}`,
      signal && { signal },
    ),
  )
