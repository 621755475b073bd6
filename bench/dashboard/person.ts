import { setTimeout as delay } from "node:timers/promises"
import type { RunningDashboard } from "./running-dashboard"

/**
 * A person who sends requests to the dashboard as its own pages do, with a session's cookies. A
 * request throws unless it succeeds.
 */
export function openPerson({ origin }: RunningDashboard, cookie: string) {
  const headers = {
    cookie,
    origin,
    "x-requested-with": "dashboard",
    "content-type": "application/json",
  }
  async function request(path: string, init: RequestInit = {}) {
    const answer = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const send = async (path: string, json: unknown) =>
    (await request(path, { method: "POST", body: JSON.stringify(json) })).json()
  return { origin, headers, request, send }
}

export type Person = ReturnType<typeof openPerson>

/** Copies a data set's points and waits until the copy is complete. */
export async function copyPoints({ request, send }: Person, dataSetId: string): Promise<void> {
  await send("/api/sync", { operation: "data-points", parameters: { dataSetId }, action: "start" })
  for (;;) {
    const { lists } = (await (await request("/api/sync")).json()) as {
      lists: { isComplete: boolean; run: unknown; parameters: Record<string, string> }[]
    }
    const list = lists.find(({ parameters }) => parameters["dataSetId"] === dataSetId)
    if (list?.isComplete && list.run === null) return
    await delay(500)
  }
}
