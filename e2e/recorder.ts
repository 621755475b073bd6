import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"

/** One request that reached the recorder; lists are in order of arrival. */
export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly at: number
  readonly requestId?: string
  /** Its bearer token. */
  readonly token?: string
  /** The status of its response, once it has one. */
  status?: number
}

/** A proxy between dashboard and reporting API that records every call; loopback only. */
export interface Recorder {
  readonly url: string
  readonly calls: readonly RecordedCall[]
  /** Holds the calls that come from now on; returns a function that releases them. */
  hold(): () => void
  stop(): Promise<void>
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, call }: { target: URL; call: RecordedCall },
) {
  const upstream = request(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, host: target.host },
      // A keep-alive connection may end just as it is reused, which would count one call twice.
      agent: false,
    },
    (answer) => {
      if (answer.statusCode !== undefined) call.status = answer.statusCode
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  upstream.on("error", () => outgoing.destroy())
  incoming.pipe(upstream)
}

/**
 * Starts a recorder on `port` in front of `target` (an origin); `GET /recorded` returns its calls
 * as JSON.
 */
export function startRecorder(port: number, target: URL): Promise<Recorder> {
  const calls: RecordedCall[] = []
  let held = Promise.resolve()
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/"
    if (path === "/recorded") {
      outgoing.setHeader("content-type", "application/json").end(JSON.stringify(calls))
      return
    }
    const token = incoming.headers.authorization?.replace(/^Bearer /, "")
    const requestId = incoming.headers["x-request-id"]?.toString()
    const call: RecordedCall = {
      method: incoming.method ?? "GET",
      path,
      at: Date.now(),
      ...(requestId && { requestId }),
      ...(token && { token }),
    }
    calls.push(call)
    void held.then(() => forward(incoming, outgoing, { target, call }))
  })
  // Keeps an idle connection open, so that it does not close while a test sends its next request.
  server.keepAliveTimeout = 0
  function hold() {
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    return () => release()
  }
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        calls,
        hold,
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    )
  })
}
