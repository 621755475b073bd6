import { randomUUID } from "node:crypto"
import { demoClient } from "../identity/demo-client"

interface Department {
  readonly id: string
  readonly addressLine: string | null
  readonly addressLine2: string | null
  readonly lastModifiedDateTime: string
}

/** A department and its only writer's knowledge of it. */
interface Entry {
  readonly id: string
  acknowledged: string | null
  /** Edits sent after the last acknowledged one that were neither acknowledged nor refused. */
  uncertain: string[]
  /** The latest modification time seen, in ms. */
  modified: number
}

/** What the writers have seen. The three lists contain the ids of faulty departments. */
export interface EditReport {
  acknowledged: number
  /** The number of failed requests. */
  unanswered: number
  lost: string[]
  half: string[]
  wentBack: string[]
}

async function requestToken(origin: string): Promise<string> {
  const form = { grant_type: "client_credentials", client_id: demoClient.id, scope: "svc.api" }
  const body = new URLSearchParams({ ...form, client_secret: demoClient.secret })
  const response = await fetch(`${origin}/oidc/token`, { method: "POST", body })
  return ((await response.json()) as { access_token: string }).access_token
}

const deadlineMs = 30_000

function openApi(origin: string, token: string) {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json-patch+json" },
      signal: AbortSignal.timeout(deadlineMs),
    })
    const body = (await response.json()) as { data: unknown }
    return { status: response.status, data: body.data }
  }
  return {
    async list(query: string): Promise<Department[]> {
      const { status, data } = await send(`/v1.4/departments?${query}`)
      if (status !== 200) throw new Error(`The departments were answered with ${status}.`)
      return data as Department[]
    },
    async patch(id: string, operations: readonly object[]) {
      const init = { method: "PATCH", body: JSON.stringify(operations) }
      const { status, data } = await send(`/v1.2/departments/${id}`, init)
      return { status, data: data as Department }
    },
  }
}

type Api = ReturnType<typeof openApi>

/**
 * Compares the stored values with the known ones. An edit that was read once must stay, like an
 * acknowledged one.
 */
function check(entry: Entry, report: EditReport, stored: Department): void {
  const { addressLine, addressLine2, lastModifiedDateTime } = stored
  const modified = Date.parse(lastModifiedDateTime)
  if (addressLine !== addressLine2) report.half.push(entry.id)
  const applied = entry.uncertain.indexOf(addressLine ?? "")
  if (applied >= 0) entry.uncertain = entry.uncertain.slice(applied + 1)
  else if (addressLine !== entry.acknowledged) report.lost.push(entry.id)
  entry.acknowledged = addressLine
  if (modified < entry.modified) report.wentBack.push(entry.id)
  entry.modified = modified
}

/** A guarded edit of two fields at once. */
async function edit(api: Api, entry: Entry, report: EditReport, stored: Department) {
  const text = randomUUID()
  entry.uncertain.push(text)
  const { status, data } = await api.patch(entry.id, [
    { op: "test", path: "/lastModifiedDateTime", value: stored.lastModifiedDateTime },
    { op: "replace", path: "/addressLine", value: text },
    { op: "replace", path: "/addressLine2", value: text },
  ])
  if (status === 409) entry.uncertain.pop()
  if (status !== 200) throw new Error(`The edit was answered with ${status}.`)
  entry.acknowledged = text
  entry.uncertain = []
  report.acknowledged++
  check(entry, report, data)
}

async function readEntry(api: Api, entry: Entry): Promise<Department> {
  const [stored] = await api.list(`id=${entry.id}`)
  if (!stored) throw new Error(`Department ${entry.id} is gone.`)
  return stored
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Starts a writer for each of `count` departments. It edits the department repeatedly and retries
 * after failures until stopped.
 */
export async function startEditLoad(origin: string, count: number) {
  const api = openApi(origin, await requestToken(origin))
  const report: EditReport = { acknowledged: 0, unanswered: 0, lost: [], half: [], wentBack: [] }
  const departments = await api.list(`limit=${count}`)
  const entries = departments.map(
    ({ id }): Entry => ({ id, acknowledged: null, uncertain: [], modified: 0 }),
  )
  for (const [index, entry] of entries.entries()) {
    const stored = departments[index]
    if (stored) await edit(api, entry, report, stored)
  }
  let running = true
  const write = async (entry: Entry) => {
    while (running) {
      try {
        const stored = await readEntry(api, entry)
        check(entry, report, stored)
        await edit(api, entry, report, stored)
      } catch {
        report.unanswered++
        await pause(100)
      }
    }
  }
  const writers = entries.map(write)
  return {
    report,
    /** Stops the writers and compares the stored values again. */
    async stop(): Promise<EditReport> {
      running = false
      await Promise.all(writers)
      for (const entry of entries) check(entry, report, await readEntry(api, entry))
      return report
    },
  }
}
