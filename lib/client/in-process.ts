import "server-only"
import { headers as headersOfPage } from "next/headers"
import { type Api, createApi } from "./api"

/** The backend as the pages of the same process reach it: no socket, and no cookie is set. */
export type FetchInProcess = (request: Request) => Promise<Response>

/** A request of the page at hand, for the person whose cookies it came with. */
export async function requestOfPage(path: string, init: RequestInit = {}): Promise<Request> {
  const headers = new Headers(init.headers)
  headers.set("cookie", (await headersOfPage()).get("cookie") ?? "")
  return new Request(new URL(path, "http://in-process"), { ...init, headers })
}

/** The browser's own client for server components. */
export const createPageApi = (fetchInProcess: FetchInProcess): Api =>
  createApi(async (path, init) => fetchInProcess(await requestOfPage(path, init)))
