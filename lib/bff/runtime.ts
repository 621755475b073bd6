import "server-only"
import { randomUUID } from "node:crypto"
import { cookies } from "next/headers"
import type { NextAuthOptions } from "next-auth"
import type { Problem, Workspace } from "../catalogue"
import {
  authOptions,
  type CookieJar,
  createSessionReader,
  endSessionUrl,
  readSessionId,
  type Session,
} from "../session"
import type { OperationRequest } from "./bff"
import { loadConfig } from "./config"
import { createCurrentSession } from "./current-session"
import { endMySessions, endPersonsSessions } from "./end-sessions"
import { describeError } from "./log"
import { createOwnRoutes, type OwnRoutes } from "./own-routes"
import { BffError, printProblem, workspaceFaults } from "./problem"
import { quotaRoute } from "./quota-route"
import type { Readiness } from "./readiness"
import { requestTarget } from "./request-target"
import { openedState, sharedState } from "./shared-state"
import { stopOnSignals } from "./stop-on-signals"
import type { WorkspaceEditor } from "./workspace/workspace-editor"

const clock = () => Date.now()

function compose() {
  const config = loadConfig()
  const { log, sessions, shown } = sharedState()
  return {
    readCookies: createCurrentSession(
      createSessionReader({ config: config.session, sessions, timer: () => performance.now() }),
    ),
    answerOwnRoute: createOwnRoutes({ origin: config.session.origin, clock, log, shown }),
  }
}

let composed: ReturnType<typeof compose> | undefined

function parts(): ReturnType<typeof compose> {
  composed ??= compose()
  return composed
}

/** `use: false` where no person asks, such as a stream that looks again: it does not put the idle end off. */
interface Look {
  readonly use?: boolean
}

/** The person whose cookies these are, or undefined; throws `BffError` where that cannot be told. */
export const readSessionOf = (jar: CookieJar, look?: Look): Promise<Session | undefined> =>
  parts().readCookies(jar, look)

/** The signed-in person of the request at hand, or undefined; for server components and route handlers. */
export const readSession = async (look?: Look): Promise<Session | undefined> =>
  readSessionOf(await cookies(), look)

/** Whether a person is behind a request: a page that only looks again says that nobody has touched it for a while. */
export const lookOf = ({ headers }: Pick<Request, "headers">): Look => ({
  use: headers.get("x-idle") === null,
})

/** Answers a path of the dashboard's own with the route of the request's method. */
export const answerOwn = (routes: OwnRoutes, request: Request): Promise<Response> =>
  parts().answerOwnRoute(routes, {
    request,
    search: requestTarget(request.url).search,
    readSession: () => readSession(lookOf(request)),
  })

/** Ends all sessions of the person who asks, or of the one with that `sub` where an administrator asks. */
export const answerEndSessions = (request: Request, person?: string): Promise<Response> => {
  const { sessions } = sharedState()
  const route =
    person === undefined ? endMySessions(sessions) : endPersonsSessions(sessions, person)
  return answerOwn([route], request)
}

/** The quota's figures, once or as they change; an open page that listens does not put the idle end off. */
export const answerQuota = async (request: Request): Promise<Response> => {
  const jar = await cookies()
  const readSession = () => readSessionOf(jar, { use: false })
  const isSignedIn = async () => (await readSession()) !== undefined
  const route = quotaRoute({ ...sharedState().quota, isSignedIn })
  const { search } = requestTarget(request.url)
  return parts().answerOwnRoute([route], { request, search, readSession })
}

/** Runs the pipeline in process, as the route handler does: the answer is a `Response`, refusals are problem+json. */
export const readOperation = (request: OperationRequest): Promise<Response> =>
  sharedState().bff.readOperation(request)

/** The workspace's file with the administrators' edits over it. */
export const workspaceEditor = (): WorkspaceEditor => sharedState().kept.workspace

/** The ids and names that no endpoint tells; throws `WorkspaceError` where the file is faulty. */
export const readWorkspace = (): Promise<Workspace> => workspaceEditor().readWorkspace()

/** The same for pages that can do without names: an empty workspace beside what is wrong with its file. */
export const readWorkspaceOrFaults = (): Promise<{ workspace: Workspace; faults: Problem[] }> =>
  readWorkspace().then(
    (workspace) => ({ workspace, faults: [] }),
    (error: unknown) => ({ workspace: { entries: [] }, faults: workspaceFaults(error) }),
  )

/** The identity's document, undefined where none is to be had; then sign-in says that it failed. */
function discoverIdentity() {
  const { discover, log } = sharedState()
  return discover().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : typeof error
    log.error({ code: "discovery", reason }, "sign-in")
    return undefined
  })
}

const signInActions = ["signin", "callback"]

/** What next-auth answers, with its options for this request's cookies; a sign-out that could not be stored says so. */
export async function answerAuth(
  jar: CookieJar,
  action: string | undefined,
  ask: (options: NextAuthOptions) => Promise<Response>,
): Promise<Response> {
  const { session: config } = loadConfig()
  const { sessions, log } = sharedState()
  let isSignOutStored = true
  const options = authOptions(config, {
    ...{ sessions, log },
    ...(signInActions.includes(action ?? "") && { discovery: await discoverIdentity() }),
    current: await readSessionId(jar, config),
    onSignOutFault() {
      isSignOutStored = false
    },
  })
  const answer = await ask(options)
  return isSignOutStored
    ? answer
    : printProblem(new BffError("sign_out_not_stored", { retryAfter: 5 }), randomUUID())
}

/** The address that ends the identity's session and comes back to the sign-in page. */
export const readEndSessionUrl = (): Promise<string> =>
  endSessionUrl(loadConfig().session, sharedState().discover, "/signin")

/** Whether this instance can serve; where its settings are not whole, `settings` says so. */
export async function readReadiness(): Promise<
  Readiness | { status: "not_ready"; settings: string }
> {
  try {
    return await sharedState().readReadiness()
  } catch {
    return { status: "not_ready", settings: "not_configured" }
  }
}

/** What this instance counts, in Prometheus' text form; nothing in it is about a person. */
export async function readMetrics(): Promise<Response> {
  const { metrics } = sharedState()
  const headers = { "content-type": metrics.contentType, "cache-control": "no-store" }
  return new Response(await metrics.print(), { headers })
}

/** One line for what a page or handler threw, under its pattern in the app folder and without its message. */
export const logPageError = (error: unknown, page: { operation: string; method: string }): void =>
  openedState()?.log.error({ ...page, error: describeError(error) }, "page")

/** From now on SIGTERM and SIGINT end this process in order. */
export const stopGracefully = (): void => stopOnSignals(openedState)
