import "server-only"
import { headers as headersOfPage } from "next/headers"
import { cache } from "react"
import { type Operation, type PathParameters, printPath } from "@/lib/catalogue"
import { type Api, createApi } from "@/lib/client/api"
import { readLocale } from "@/lib/client/messages/read-messages"
import { passCaller } from "@/lib/server/http/caller-address"
import { fetchBackend } from "./fetch-backend"

/** The backend as the pages of the same process reach it: no socket, and no cookie is set. */
type FetchInProcess = (request: Request) => Promise<Response>

/** A request of the page at hand, for the person whose cookies it came with, under the id and the trace that it came with. */
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

/** The browser's own client for server components. */
const createPageApi = (fetchInProcess: FetchInProcess): Api =>
  createApi(async (path, init) => fetchInProcess(await requestOfPage(path, init)))

/** Our own API as the person of this page may ask it. */
export const pageApi = createPageApi(fetchBackend)

/** Who is signed in, asked for once a request; throws `ApiProblem` where that cannot be told. */
export const readSignIn = cache(() => pageApi.get("/api/session"))

/** The signed-in person of the request at hand; throws `ApiProblem` where that cannot be told. */
export const readSession = async () => (await readSignIn()).session ?? undefined

/** What the workspace names of what the person may read, asked for once, beside what is wrong with its file; throws `ApiProblem`. */
export const readNames = cache(() => pageApi.get("/api/workspace/names"))

/** What the backend answers to a read of an own `/api` URL, as to the person's browser; refusals are problem+json. */
export const readBackend = async (url: string, signal?: AbortSignal): Promise<Response> =>
  fetchBackend(await requestOfPage(url, signal && { signal }))

/** The same of one record of the platform. */
export const readOfPlatform = (
  operation: Operation,
  parameters: PathParameters,
): Promise<Response> => readBackend(`/api${printPath(operation, parameters)}`)
