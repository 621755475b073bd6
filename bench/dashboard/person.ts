import { setTimeout as delay } from "node:timers/promises"
import type { RunningDashboard } from "./running-dashboard"

/** Somebody who asks the dashboard as one of its own pages does, with the cookies of a session; requests throw unless they are answered. */
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

/** Copies the points of a data set, and waits until all are there. */
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
