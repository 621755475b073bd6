import { once } from "node:events"
import { connect } from "node:net"
import { afterEach, expect, test, vi } from "vitest"
import { type HttpServer, ListenError, openHttpServer } from "./http-server"

const opened: HttpServer[] = []
async function open(port = 0) {
  const server = await openHttpServer("127.0.0.1", port)
  opened.push(server)
  return server
}
afterEach(() => Promise.all(opened.splice(0).map((server) => server.stop())))

test("before it serves the API, the server is healthy but not ready", async () => {
  const { port } = await open()
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect([await ask("/healthz"), await ask("/readyz"), await ask("/api")]).toEqual([200, 503, 503])
})

test("a port in use is reported in a sentence that names the setting", async () => {
  const { port } = await open()
  const attempt = openHttpServer("127.0.0.1", port)
  await expect(attempt).rejects.toThrow(ListenError)
  await expect(attempt).rejects.toThrow(
    `Port ${port} is taken. Stop what listens there, or set SERVICE_PORT to a free port.`,
  )
})

test("stopping finishes the current response and accepts no new connection", async () => {
  const server = await openHttpServer("127.0.0.1", 0)
  let finish = () => {}
  const requested = new Promise<void>((resolve) => {
    server.serve((_request, response) => {
      finish = () => response.end("whole answer")
      resolve()
    })
  })
  const answer = fetch(`http://127.0.0.1:${server.port}/`)
  await requested
  const stopped = server.stop()
  const late = connect(server.port, "127.0.0.1")
  const [error] = (await once(late, "error")) as [NodeJS.ErrnoException]
  expect(error.code).toBe("ECONNREFUSED")
  finish()
  expect(await (await answer).text()).toBe("whole answer")
  await stopped
})

test("stopping does not wait for idle connections", async () => {
  const server = await openHttpServer("127.0.0.1", 0)
  const silent = connect(server.port, "127.0.0.1")
  silent.on("error", () => {})
  await once(silent, "connect")
  await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text()
  // With fake timers the shutdown timeout never fires, so only closing the connections can end
  // this.
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  const ends = await Promise.all([once(silent, "close"), server.stop()])
  expect(ends).toHaveLength(2)
  vi.useRealTimers()
})

/** Writes raw text to a socket and returns everything received until the server closes it. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1")
  socket.setEncoding("utf8")
  let answer = ""
  socket.on("data", (chunk: string) => {
    answer += chunk
  })
  socket.on("error", () => {})
  socket.write(text)
  await once(socket, "close")
  return answer
}

const describeAnswer = (answer: string) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const status = Number(head.split(" ")[1])
  return [status, (JSON.parse(body) as { errorCode: string }).errorCode]
}

// rules: Operations
test.each([
  [
    "headers of 20 KiB",
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(20_480)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  [
    "an address of 20 KiB",
    `GET /${"x".repeat(20_480)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["no HTTP at all", "hello\r\n\r\n", 400, "malformed_request"],
  [
    "a header with a line break inside",
    "GET / HTTP/1.1\r\nhost: a\r\nx y\r\n\r\n",
    400,
    "malformed_request",
  ],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    400,
    "malformed_request",
  ],
])("%s is refused with a JSON error", async (_what, text, status, errorCode) => {
  const { port } = await open()
  expect(describeAnswer(await exchange(port, text))).toEqual([status, errorCode])
})

// rules: Operations
test.each([
  ["headers", "GET / HTTP/1.1\r\nhost: a\r\nx: "],
  ["a body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc"],
])(
  "a client that never finishes %s gets a timeout error and is disconnected",
  async (_what, text) => {
    const rules = { headersMs: 100, bodyMs: 200, uploadMs: 200, sweepMs: 50, lingerMs: 50 }
    const server = await openHttpServer("127.0.0.1", 0, rules)
    opened.push(server)
    server.serve((request, response) => request.on("end", () => response.end()).resume())
    expect(describeAnswer(await exchange(server.port, text))).toEqual([408, "request_timeout"])
  },
)
