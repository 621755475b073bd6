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

/** What the backend answers to a read of an own `/api` URL, as to the person's browser; refusals are problem+json. */
export const askBackend = async (url: string, signal?: AbortSignal): Promise<Response> =>
  fetchBackend(await requestOfPage(url, signal && { signal }))

/** The same of one record of the platform. */
export const askOperation = (operation: Operation, parameters: PathParameters): Promise<Response> =>
  askBackend(`/api${printPath(operation, parameters)}`)
