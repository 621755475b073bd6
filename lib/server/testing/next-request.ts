import {
  type WorkStore,
  workAsyncStorage,
} from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { createRequestStoreForAPI } from "next/dist/server/async-storage/request-store.js"
import { NextRequest } from "next/server"

/**
 * The parts of a work store that Next's `cookies()` and `headers()` read in a dynamic request. A
 * render needs more.
 */
const workStoreOf = (route: string) => ({ route, page: route }) as WorkStore

const noTags = { tags: [], expirationsByCacheKind: new Map() }

export interface RequestParts {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/**
 * Runs work with the request's cookies and headers, as Next's server does, but without `proxy.ts`.
 */
export function runInRequest<T>(
  url: string,
  parts: RequestParts,
  work: (request: NextRequest) => Promise<T>,
): Promise<T> {
  const request = new NextRequest(url, parts)
  const { pathname, search } = new URL(url)
  const store = createRequestStoreForAPI(
    request,
    { pathname, search },
    noTags,
    undefined,
    undefined,
    undefined,
  )
  return workAsyncStorage.run(workStoreOf(pathname), () =>
    workUnitAsyncStorage.run(store, () => work(request)),
  )
}
