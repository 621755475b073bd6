import "server-only"
import { cookies } from "next/headers"
import { catalogue, type Workspace } from "../catalogue"
import {
  authOptions as buildAuthOptions,
  createSessionReader,
  endSessionUrl,
  type Session,
} from "../session"
import { createUpstream, isUpstreamError, type Upstream } from "../upstream"
import { createBff, type OperationRequest } from "./bff"
import { loadConfig } from "./config"
import { createLog, type Log } from "./log"
import { createWorkspaceReader } from "./workspace-reader"

interface SharedState {
  readonly upstream: Upstream
  readonly log: Log
}

const stateKey = Symbol.for("workplace-reporting.state")
const holder = globalThis as typeof globalThis & { [stateKey]?: SharedState }
const clock = () => Date.now()

/** Next loads this module once for pages and once for handlers, and again in development: token and connections are shared. */
function sharedState(): SharedState {
  holder[stateKey] ??= {
    upstream: createUpstream({ catalogue, config: loadConfig().upstream, clock }),
    log: createLog(),
  }
  return holder[stateKey]
}

function compose() {
  const config = loadConfig()
  const { upstream, log } = sharedState()
  return {
    bff: createBff({ catalogue, upstream, config, clock, log }),
    readCookies: createSessionReader({ config: config.session, clock }),
    readWorkspace: createWorkspaceReader({ catalogue, file: config.workspaceFile }),
  }
}

let composed: ReturnType<typeof compose> | undefined

function parts(): ReturnType<typeof compose> {
  composed ??= compose()
  return composed
}

/** The signed-in person of the request at hand, or undefined; for server components and route handlers. */
export const readSession = async (): Promise<Session | undefined> =>
  parts().readCookies(await cookies())

/** Runs the pipeline in process, as the route handler does: the answer is a `Response`, refusals are problem+json. */
export const readOperation = (request: OperationRequest): Promise<Response> =>
  parts().bff.readOperation(request)

/** The ids and names that no endpoint tells; throws `WorkspaceError` where the file is faulty. */
export const readWorkspace = (): Promise<Workspace> => parts().readWorkspace()

/** next-auth's options for this process. */
export const authOptions = () =>
  buildAuthOptions(loadConfig().session, { clock, log: sharedState().log })

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
