import "server-only"
import { cookies } from "next/headers"
import { catalogue, type Workspace } from "../catalogue"
import { createRedisAnswerStore, createRedisNotifications, openRedis } from "../redis"
import {
  authOptions as buildAuthOptions,
  type CookieJar,
  createSessionReader,
  endSessionUrl,
  type Session,
  type Sessions,
} from "../session"
import {
  createAnswerStore,
  createEditLog,
  createKeyedDocuments,
  createNotifications,
  openPool,
} from "../store"
import { createUpstream, isUpstreamError, type Upstream } from "../upstream"
import { type Bff, createBff, type OperationRequest } from "./bff"
import { createAnswerCache } from "./cache/answer-cache"
import { type Config, loadConfig } from "./config"
import { createCurrentSession } from "./current-session"
import { createEditor, type Editor } from "./edits/editor"
import { endMySessions, endPersonsSessions } from "./end-sessions"
import { createLog, describeError, type Log } from "./log"
import { openGovernor } from "./open-governor"
import { openSessions } from "./open-sessions"
import { createOwnRoutes } from "./own-routes"
import { openTexts } from "./shared-texts"
import { createTokenVault } from "./token-vault"
import { createWorkspaceReader } from "./workspace-reader"

interface SharedState {
  readonly upstream: Upstream
  readonly bff: Bff
  readonly log: Log
  readonly sessions: Sessions
}

type Pool = ReturnType<typeof openPool>

const stateKey = Symbol.for("workplace-reporting.state")
const holder = globalThis as typeof globalThis & { [stateKey]?: SharedState }
const clock = () => Date.now()

/** Next loads this module once for pages and once for handlers, and again in development: token and connections are shared. */
function sharedState(): SharedState {
  holder[stateKey] ??= openState()
  return holder[stateKey]
}

/** Where instances meet: in Redis or Valkey where one is named, else in the database. */
function openMeeting(pool: Pool, redis: ReturnType<typeof openRedis> | undefined) {
  return redis
    ? { bus: createRedisNotifications({ redis }), store: createRedisAnswerStore({ redis }) }
    : { bus: createNotifications({ pool }), store: createAnswerStore({ pool }) }
}

/** The way to the platform: one quota and one token for all instances. */
function openUpstream(config: Config, pool: Pool, redis: ReturnType<typeof openRedis> | undefined) {
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const governor = openGovernor({ config, pool, redis, documents })
  const { secret } = config.session
  const { clientId } = config.upstream
  const texts = openTexts(redis, documents)
  const vault = createTokenVault({ texts, secret, clientId, clock })
  return createUpstream({ catalogue, config: config.upstream, clock, governor, vault })
}

const readBackEveryMs = 30_000

/** Finds out about the edits that were cut off, here or elsewhere. */
function startReadingBack(editor: Editor, log: Log): void {
  const readBack = () =>
    editor
      .readBack()
      .catch((error: unknown) => log.error({ error: describeError(error) }, "reading edits back"))
  setInterval(readBack, readBackEveryMs).unref()
}

function openState(): SharedState {
  const config = loadConfig()
  const log = createLog()
  const pool = openPool(config.databaseUrl)
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl)
  const { bus, store } = openMeeting(pool, redis)
  const upstream = openUpstream(config, pool, redis)
  const cache = createAnswerCache({ store, bus, clock, log })
  const { invalidate } = cache
  const edits = createEditLog({ pool })
  const editor = createEditor({ catalogue, upstream, edits, invalidate, log })
  startReadingBack(editor, log)
  return {
    upstream,
    bff: createBff({ catalogue, upstream, cache, editor, config, clock, log }),
    log,
    sessions: openSessions({ config: config.session, pool, bus, log }),
  }
}

function compose() {
  const config = loadConfig()
  const { log, sessions } = sharedState()
  return {
    readCookies: createCurrentSession(
      createSessionReader({ config: config.session, sessions, timer: () => performance.now() }),
    ),
    answerOwnRoute: createOwnRoutes({ origin: config.session.origin, clock, log }),
    readWorkspace: createWorkspaceReader({ catalogue, file: config.workspaceFile }),
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

/** Ends all sessions of the person who asks, or of the one with that `sub` where an administrator asks. */
export const answerEndSessions = (request: Request, person?: string): Promise<Response> => {
  const { sessions } = sharedState()
  const route =
    person === undefined ? endMySessions(sessions) : endPersonsSessions(sessions, person)
  return parts().answerOwnRoute(route, { request, readSession })
}

/** Runs the pipeline in process, as the route handler does: the answer is a `Response`, refusals are problem+json. */
export const readOperation = (request: OperationRequest): Promise<Response> =>
  sharedState().bff.readOperation(request)

/** The ids and names that no endpoint tells; throws `WorkspaceError` where the file is faulty. */
export const readWorkspace = (): Promise<Workspace> => parts().readWorkspace()

/** next-auth's options for this process. */
export const authOptions = () => buildAuthOptions(loadConfig().session, sharedState())

/** The address that ends the identity's session and comes back to the sign-in page. */
export const readEndSessionUrl = (): Promise<string> =>
  endSessionUrl(loadConfig().session, "/signin")

/** Whether the settings are whole and the platform gives a token; `upstream` is "ok" or an error's code. */
export async function readReadiness(): Promise<{
  status: "ready" | "not_ready"
  upstream: string
}> {
  try {
    await sharedState().upstream.checkAccess()
    return { status: "ready", upstream: "ok" }
  } catch (error) {
    return { status: "not_ready", upstream: isUpstreamError(error) ? error.code : "not_configured" }
  }
}
