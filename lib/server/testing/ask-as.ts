import { department, type Who } from "./access-rules"
import {
  type Asking,
  type DashboardInProcess,
  type Mount,
  startDashboardInProcess,
} from "./dashboard-in-process"

/** The headers that the dashboard's own pages send. */
export const ownHeaders = (origin: string) => ({
  "x-requested-with": "dashboard",
  origin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json-patch+json",
})

const bodiless = ["GET", "HEAD", "OPTIONS"]

/**
 * The outcome of a request in one line: status, code and, for a refusal, whether the platform was
 * called.
 */
async function requestOutcome(
  { dashboard, seen }: { dashboard: DashboardInProcess; seen: string[] },
  path: string,
  asking: Asking,
  mount?: Mount,
): Promise<string> {
  const { method = "GET" } = asking
  const before = dashboard.service.lines.length
  const response = await dashboard.ask(
    path,
    {
      ...(!bodiless.includes(method) && { body: "[]" }),
      headers: ownHeaders(dashboard.origin),
      ...asking,
    },
    mount,
  )
  if (!response) return "no such method"
  const text = await response.text()
  seen.push(text, JSON.stringify([...response.headers]))
  const code = /"code":"(\w+)"/.exec(response.ok ? "" : text)?.[1] ?? ""
  const outcome = `${response.status} ${code}`.trim()
  // Background refreshes of cached responses have request ids of their own.
  const requestId = response.headers.get("x-request-id")
  const calls = dashboard.service.lines
    .slice(before)
    .some((line) => line["requestId"] === requestId)
  return !response.ok && calls ? `${outcome}, after a call` : outcome
}

/** The dashboard in process, with everyone signed in once and their session cookies. */
export async function startSignedIn(databaseUrl: string) {
  const dashboard = await startDashboardInProcess(databaseUrl)
  await dashboard.service.store.loadRecords("department", [{ scope: {}, values: department }])
  // Only administrators may read points of persons.
  await dashboard.service.query("update data_point set user_id = null")
  const signIn = (who: Who) => dashboard.people.cookieOf(`${who}@demo.test`)
  const [stranger, hr, analyst, admin] = await Promise.all(
    (["stranger", "hr", "analyst", "admin"] as const).map(signIn),
  )
  const seen: string[] = []
  const cookies = { nobody: "", stranger, hr, analyst, admin } as Record<Who, string>
  return {
    ...dashboard,
    cookies,
    /** The text and headers of every response so far. */
    seen,
    requestOutcome: (path: string, asking: Asking = {}, mount?: Mount) =>
      requestOutcome({ dashboard, seen }, path, asking, mount),
  }
}

export type SignedIn = Awaited<ReturnType<typeof startSignedIn>>
