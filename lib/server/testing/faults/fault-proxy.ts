import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { createServer as createTlsServer } from "node:tls"
import { openDoor } from "./door"

/** A request to the platform. */
export interface ProxyCall {
  readonly url: string
  readonly isToken: boolean
  /** The `Authorization` header. */
  readonly token: string
  readonly response: ServerResponse
  /** Sends the request to the platform and replaces its address in the text with the proxy's. */
  ask(): Promise<{ readonly status: number; readonly text: string }>
  /** Forwards the platform's response. */
  pass(): Promise<void>
}

/** Handles a call; `pass` forwards it without a fault. */
export type CallScript = (call: ProxyCall) => unknown

export const passOn: CallScript = (call) => call.pass()

/**
 * A proxy between the backend and the reference service that counts requests and responds by a
 * script.
 */
export interface FaultProxy {
  readonly origin: string
  /** When each request arrived, by `performance.now()`. */
  readonly arrivals: readonly number[]
  /** The `Authorization` header of the last request that had one. */
  readonly lastToken: string
  script: CallScript
  /** Whether the port speaks TLS, as an `https` origin requires. */
  speaksTls: boolean
  shut(): Promise<void>
  open(): Promise<void>
  dropAll(): void
}

/** TLS with a pre-shared key, which needs no certificate. */
const sharedKey = Buffer.alloc(16, 1)
const tlsBySharedKey = { ciphers: "PSK", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const

/** How to connect to a proxy whose origin is `https`. */
export const connectOverTls = {
  ...tlsBySharedKey,
  pskCallback: () => ({ psk: sharedKey, identity: "test" }),
  checkServerIdentity: () => undefined,
}

const jsonType = { "content-type": "application/json" }

async function readCall(
  request: IncomingMessage,
  response: ServerResponse,
  { service, origin }: { service: string; origin: string },
): Promise<ProxyCall> {
  const { method = "GET", url = "", headers } = request
  const body = await text(request)
  const { authorization: token = "", "content-type": type } = headers
  async function ask() {
    const answer = await fetch(`${service}${url}`, {
      method,
      headers: { ...(token && { authorization: token }), ...(type && { "content-type": type }) },
      ...(body && { body }),
    })
    return { status: answer.status, text: (await answer.text()).replaceAll(service, origin) }
  }
  return {
    url,
    token,
    response,
    ask,
    isToken: url.startsWith("/oidc/"),
    async pass() {
      const { status, text } = await ask()
      response.writeHead(status, jsonType).end(text)
    },
  }
}

/**
 * Starts a proxy for the service at that origin; `base` is the proxy's own origin without the port.
 */
export async function startFaultProxy(service: string, base: string): Promise<FaultProxy> {
  const arrivals: number[] = []
  const server = createServer(async (request, response) => {
    arrivals.push(performance.now())
    response.on("error", () => {})
    const call = await readCall(request, response, { service, origin })
    if (call.token) proxy.lastToken = call.token
    await proxy.script(call)
  })
  const tls = createTlsServer({ ...tlsBySharedKey, pskCallback: () => sharedKey }, (socket) =>
    server.emit("connection", socket),
  )
  const door = await openDoor((socket) =>
    (proxy.speaksTls ? tls : server).emit("connection", socket),
  )
  const origin = `${base}:${door.port}`
  const { shut, open, dropAll } = door
  const speaksTls = base.startsWith("https:")
  const proxy = { origin, arrivals, lastToken: "", script: passOn, speaksTls, shut, open, dropAll }
  return proxy
}
