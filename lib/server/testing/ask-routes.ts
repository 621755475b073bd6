import { checkAnswer } from "../../contract/testing/check-answer"
import type { Session } from "../../session"
import { createApp } from "../app"
import { createLog } from "../http/log"
import type { BoundRoute } from "../http/routes"
import { ownOrigin } from "./test-bff"

/** A request of the dashboard's own pages, as `text/csv` if `csv` is given. */
export interface Asking {
  readonly json?: unknown
  readonly csv?: string | Uint8Array<ArrayBuffer>
  /** Added to the usual headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/**
 * Sends requests to routes through the app, with or without a session: `ask(eva, "GET
 * /api/views?report=departments")`. Each response must match our OpenAPI document.
 */
export function createRouteAsker(routes: readonly BoundRoute[]) {
  const log = createLog({ write: () => {} })
  let asker: Session | undefined
  const readSession = async () => asker
  const app = createApp({ routes, readSession, origin: ownOrigin, clock: Date.now, log })

  return async (session: Session | undefined, requested: string, asking: Asking = {}) => {
    const { json, csv, headers } = asking
    const [method = "", target = ""] = requested.split(" ")
    const body = csv ?? (json === undefined ? undefined : JSON.stringify(json))
    const sent = {
      "x-requested-with": "dashboard",
      origin: ownOrigin,
      "content-type": csv === undefined ? "application/json" : "text/csv",
      ...headers,
    }
    const request = new Request(`${ownOrigin}${target}`, {
      method,
      headers: Object.entries(sent).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      ),
      ...(body !== undefined && { body }),
    })
    asker = session
    const response = await app.fetch(request, { target })
    await checkAnswer(requested, response)
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json")
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }
}
