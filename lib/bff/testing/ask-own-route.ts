import type { Session } from "../../session"
import { createLog } from "../log"
import { createOwnRoutes, type OwnRoutes } from "../own-routes"
import { ownOrigin } from "./test-bff"

/** A request of the dashboard's own pages, of `text/csv` where the body is given as text or bytes. */
export interface OwnAsking {
  readonly method?: string
  readonly search?: string
  readonly json?: unknown
  readonly csv?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks own routes without Next around them, as this person or as nobody. */
export function createOwnAsker() {
  const log = createLog({ write: () => {} })
  const answer = createOwnRoutes({ origin: ownOrigin, clock: Date.now, log })
  return async (routes: OwnRoutes, session: Session | undefined, asking: OwnAsking = {}) => {
    const { method = "GET", search = "", json, csv, headers } = asking
    const body = csv ?? (json === undefined ? undefined : JSON.stringify(json))
    const request = new Request(`${ownOrigin}/api/own${search}`, {
      method,
      headers: {
        "x-requested-with": "dashboard",
        origin: ownOrigin,
        "content-type": csv === undefined ? "application/json" : "text/csv",
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const response = await answer(routes, { request, search, readSession: async () => session })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    }
  }
}
