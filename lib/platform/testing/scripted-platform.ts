import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** A request as the platform received it. */
export interface Arrival {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export type Script = (response: ServerResponse, arrival: Arrival) => void

/**
 * A platform over real HTTP with scripted responses, for faults that the reference service lacks.
 */
export interface ScriptedPlatform {
  readonly origin: string
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly reads: Arrival[]
  readonly tokenRequests: Arrival[]
  onRead: Script
  onToken: Script
  stop(): Promise<void>
}

export const answerJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify(body))
  }

/** The same script, which responds only after it is released. */
export function holdBack(script: Script) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: Script = async (response, arrival) => {
    await released
    script(response, arrival)
  }
  return { script: held, release }
}

/** A token endpoint that numbers its tokens: `token-1`, `token-2`, …. */
export function numberedTokens(expiresIn: unknown = 3600): Script {
  let count = 0
  return (response, arrival) => {
    count += 1
    const answer = { access_token: `token-${count}`, token_type: "Bearer", expires_in: expiresIn }
    answerJson(answer)(response, arrival)
  }
}

/** Starts it on a free loopback port. By default tokens are numbered and every list is empty. */
export async function startScriptedPlatform(): Promise<ScriptedPlatform> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request
    const arrival = { method, url, headers, body: await text(request) }
    const isToken = url === "/oidc/token"
    const list = isToken ? platform.tokenRequests : platform.reads
    list.push(arrival)
    const script = isToken ? platform.onToken : platform.onRead
    script(response, arrival)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const platform: ScriptedPlatform = {
    origin,
    apiUrl: `${origin}/api`,
    tokenUrl: `${origin}/oidc/token`,
    reads: [],
    tokenRequests: [],
    onRead: answerJson({ count: 0, data: [] }),
    onToken: numberedTokens(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return platform
}
