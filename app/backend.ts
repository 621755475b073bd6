import "server-only"
import { headers as headersOfPage } from "next/headers"
import { cache } from "react"
import { type Operation, type PathParameters, printPath } from "@/lib/catalogue"
import { type Api, createApi } from "@/lib/client/api"
import { readLocale } from "@/lib/client/messages/read-messages"
import { passCaller } from "@/lib/server/http/caller-address"
import { fetchBackend } from "./fetch-backend"

/** Calls the backend in the same process: no socket, and no cookies are set. */
type FetchInProcess = (request: Request) => Promise<Response>

/** A request on behalf of the current page, with its cookies, request id and trace. */
async function requestOfPage(path: string, init: RequestInit = {}): Promise<Request> {
  const headers = new Headers(init.headers)
  const given = await headersOfPage()
  headers.set("cookie", given.get("cookie") ?? "")
  headers.set("accept-language", await readLocale())
  for (const name of ["x-request-id", "traceparent"]) {
    const value = given.get(name)
    if (value !== null) headers.set(name, value)
  }
  passCaller(given, headers)
  return new Request(new URL(path, "http://in-process"), { ...init, headers })
}

/** The same client as in the browser, for server components. */
const createPageApi = (fetchInProcess: FetchInProcess): Api =>
  createApi(async (path, init) => fetchInProcess(await requestOfPage(path, init)))

/** Our own API with the permissions of the page's visitor. */
export const pageApi = createPageApi(fetchBackend)

/** The sign-in state, read once per request; throws `ApiProblem` if it cannot be determined. */
export const readSignIn = cache(() => pageApi.get("/api/session"))

/** The session of the current request; throws `ApiProblem` if it cannot be determined. */
export const readSession = async () => (await readSignIn()).session ?? undefined

/**
 * The workspace names that the person may read and the faults of the workspace file, read once per
 * request; throws `ApiProblem`.
 */
export const readNames = cache(() => pageApi.get("/api/workspace/names"))

/** Reads one of our own `/api` URLs as the person's browser would; refusals are problem+json. */
export const readBackend = async (url: string, signal?: AbortSignal): Promise<Response> =>
  fetchBackend(await requestOfPage(url, signal && { signal }))

/** Same, for a single record of the platform. */
export const readOfPlatform = (
  operation: Operation,
  parameters: PathParameters,
): Promise<Response> => readBackend(`/api${printPath(operation, parameters)}`)
