import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterEach, expect, onTestFinished, test } from "vitest"
import { type ArrivalRules, limitServer } from "./limit-server"

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

interface Started {
  readonly port: number
  /** What the handler received: method, URL, own header and body length. */
  readonly handled: string[]
}

/** A server that responds with the length of the body; with `?deaf` it does not read the body. */
async function start(
  rules: Partial<ArrivalRules> = {},
  isEnding: () => boolean = () => false,
): Promise<Started> {
  const handled: string[] = []
  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ""
    if (request.url !== "/upload?deaf") for await (const chunk of request) body += chunk
    handled.push(`${request.method} ${request.url} ${request.headers["x-own"]} ${body.length}`)
    if (request.url === "/slow") return
    const until = performance.now() + (request.url === "/busy" ? 2 : 0)
    while (performance.now() < until);
    const { typed, set } = Object.fromEntries(new URL(request.url ?? "/", "http://a").searchParams)
    if (typed !== undefined) response.writeHead(200, { "content-type": typed })
    if (set !== undefined) response.setHeader("content-type", set)
    if (request.url === "/redirected") response.statusCode = 308
    if (request.url === "/given") response.writeHead(200, { "x-some": "handler's" })
    else if (request.url === "/given-aloud") response.writeHead(200, { "X-Some": "handler's" })
    else if (typed === undefined) response.setHeader("x-some", "handler's")
    response.end(`${body.length}`)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  limitServer(server, {
    bodyLimit: ({ url = "" }) => (url.startsWith("/upload") ? 200_000 : 1000),
    inspect: ({ method }) =>
      method === "TRACE" ? { status: 405, code: "method_not_allowed" } : undefined,
    print: ({ code }) => ({ type: "text/plain", text: code, headers: { "x-code": code } }),
    isEnding,
    isExempt: ({ url }) => url === "/healthz",
    isHeavy: ({ url }) => url === "/slow",
    congestion: { maxWaiting: 1 },
    ownHeaders: ["x-own"],
    answerHeaders: { "x-every": "server's", "x-some": "server's" },
    rules: { sweepMs: 20, lingerMs: 500, ...rules },
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { port: (server.address() as AddressInfo).port, handled }
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1")
  sockets.push(socket)
  socket.on("error", () => {})
  await once(socket, "connect")
  return socket
}

/** Everything a socket receives until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ""
  socket.on("data", (chunk: Buffer) => {
    text += chunk
  })
  await new Promise((resolve) => socket.once("end", resolve).once("close", resolve))
  return text
}

async function exchange(port: number, ...parts: string[]): Promise<string> {
  const socket = await open(port)
  const answer = readAll(socket)
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const text = await answer
  return `${text.split(" ")[1]} ${text.split("\r\n\r\n")[1]}`
}

const post = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n\r\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const x = (length: number) => "x".repeat(length)
const end = "0\r\n\r\n"

test("a connection stays open until shutdown starts, and then closes with its next response", async () => {
  const state = { isEnding: false }
  const { port } = await start({}, () => state.isEnding)
  const socket = await open(port)
  const answers = readAll(socket)
  const ask = async () => {
    const came = once(socket, "data")
    socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n")
    const [text] = await came
    return `${text}`
  }
  expect(await ask()).toMatch(/\r\nconnection: keep-alive\r\n/i)
  expect(await ask()).toMatch(/\r\nconnection: keep-alive\r\n/i)
  state.isEnding = true
  expect(await ask()).toMatch(/\r\nconnection: close\r\n/i)
  expect((await answers).match(/200 OK/g)).toHaveLength(3)
})

test("requests beyond the limit of concurrent ones are refused at once, except for health checks", async () => {
  const { port } = await start({ answered: 2 })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
  const slow = await Promise.all([open(port), open(port)])
  for (const socket of slow) socket.write(get("/slow"))
  await expect.poll(() => exchange(port, get("/"))).toBe("503 too_busy")
  expect(await exchange(port, get("/healthz"))).toBe("200 0")
  slow[0]?.destroy()
  await expect.poll(() => exchange(port, get("/"))).toBe("200 0")
  const waiting = await Promise.all([open(port), open(port)])
  for (const socket of waiting) socket.write(post("/", "content-length: 10"))
  expect(await exchange(port, get("/"))).toBe("200 0")
})

test("each heavy request of a burst is started or refused, and light ones are answered meanwhile", async () => {
  const { port, handled } = await start()
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
  let refused = 0
  for (let count = 0; count < 30; count += 1)
    void exchange(port, get("/slow")).then((answer) => {
      if (answer === "503 too_busy") refused += 1
    })
  await expect.poll(() => refused).toBeGreaterThan(0)
  expect(await exchange(port, get("/"))).toBe("200 0")
  const begun = () => handled.filter((line) => line.includes("/slow")).length
  await expect.poll(() => begun() + refused).toBe(30)
  expect(begun()).toBeGreaterThan(0)
})

test("a body within the limit is passed on whole, in chunks of any size, and own headers are removed", async () => {
  const { port, handled } = await start()
  expect(
    await exchange(port, post("/", "content-length: 1000\r\nx-own: planted") + x(400), x(600)),
  ).toBe("200 1000")
  const pieces = Array.from({ length: 1000 }, () => chunk("x")).join("")
  expect(await exchange(port, post("/", "transfer-encoding: chunked"), pieces, end)).toBe(
    "200 1000",
  )
  expect(await exchange(port, post("/", "content-length: 0"))).toBe("200 0")
  expect(await exchange(port, post("/upload", "content-length: 150000") + x(150_000))).toBe(
    "200 150000",
  )
  expect(handled).toEqual([
    "POST / undefined 1000",
    "POST / undefined 1000",
    "POST / undefined 0",
    "POST /upload undefined 150000",
  ])
})

// rules: Limits
test.each([
  ["announced", post("/", "content-length: 1001"), []],
  [
    "that claims to be small",
    post("/", "transfer-encoding: chunked"),
    [chunk(x(900)), chunk(x(101)), x(100_000)],
  ],
  ["of a GET", `GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n`, [x(50_000)]],
  ["to an upload", post("/upload", "content-length: 200001"), [x(100_000)]],
])(
  "a body beyond the limit %s is refused before the handler runs, and the connection closes",
  async (_, head, parts) => {
    const { port, handled } = await start()
    expect(await exchange(port, head, ...parts)).toBe("413 body_too_large")
    expect(handled).toEqual([])
  },
)

test("a client that keeps sending after the refusal can still read it", async () => {
  const { port } = await start({ lingerMs: 60_000 })
  const socket = await open(port)
  const answer = readAll(socket)
  socket.write(post("/", "content-length: 100000000"))
  for (let sent = 0; sent < 200; sent += 1) socket.write(x(100_000))
  expect(await answer).toContain("413")
  await once(socket, "close")
})

test("a request with Expect: 100-continue is answered before its body", async () => {
  const { port } = await start()
  const ask = (length: number, ...body: string[]) =>
    exchange(port, post("/", `content-length: ${length}\r\nexpect: 100-continue`), ...body)
  expect(await ask(1001)).toBe("413 body_too_large")
  expect(await ask(10, x(10))).toMatch(/^100 HTTP\/1.1 200/)
})

test("a body that its handler does not read closes the connection after the response", async () => {
  const { port, handled } = await start()
  const head = "POST /upload?deaf HTTP/1.1\r\nhost: a\r\ncontent-length: 150000\r\n\r\n"
  expect(await exchange(port, head + x(1000), x(20_000))).toBe("200 0")
  expect(handled).toEqual(["POST /upload?deaf undefined 0"])
})

// rules: Limits
test.each([
  ["no byte", ""],
  ["half of the headers", "GET / HTTP/1.1\r\nhost: a\r\nx: "],
  ["half of a body", post("/", "content-length: 10") + x(5)],
  ["half of an upload", post("/upload", "content-length: 10") + x(5)],
  ["a body of one chunk without end", post("/", "transfer-encoding: chunked") + chunk("x")],
])("a client that sends %s gets a 408 and is disconnected", async (_, text) => {
  const { port, handled } = await start({ headersMs: 100, bodyMs: 100, uploadMs: 100 })
  expect(await exchange(port, text)).toBe("408 request_timeout")
  expect(handled).toEqual([])
})

// rules: Limits
test("unfinished connections beyond the limit are closed, and a complete request still succeeds", async () => {
  const { port } = await start({ unfinished: 20 })
  const halves = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = await open(port)
      socket.write("GET / HTTP/1.1\r\nhost: a\r\nx: ")
      return socket
    }),
  )
  const left = () => halves.filter(({ closed }) => !closed).length
  await expect.poll(left).toBe(20)
  expect(await exchange(port, "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")).toBe(
    "200 0",
  )
  expect(left()).toBeGreaterThanOrEqual(19)
})

// rules: Limits
test("a connection may pipeline only a limited number of requests", async () => {
  const { port, handled } = await start({ pipelined: 4 })
  const socket = await open(port)
  const closed = once(socket, "close")
  socket.resume()
  socket.write("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n".repeat(100))
  await closed
  expect(handled.length).toBeLessThanOrEqual(4)
})

test.each([
  ["/?typed=text/event-stream", "text/event-stream; charset=utf-8"],
  ["/?set=text/x-component", "text/x-component; charset=utf-8"],
  ["/?set=image/svg%2Bxml", "image/svg+xml; charset=utf-8"],
  ["/?typed=text/csv;%20charset=utf-8", "text/csv; charset=utf-8"],
  ["/?set=image/png", "image/png"],
  ["/?set=application/json", "application/json"],
  ["/redirected", "text/plain; charset=utf-8"],
  ["/", undefined],
])("the response to %s has the content type %s", async (path, type) => {
  const { port } = await start()
  const socket = await open(port)
  const answer = readAll(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  expect(/^content-type: (.*)\r$/im.exec(await answer)?.[1]).toBe(type)
})

test("a request refused by inspection never reaches the handler, with or without a body", async () => {
  const { port, handled } = await start()
  expect(await exchange(port, "TRACE / HTTP/1.1\r\nhost: a\r\n\r\n")).toBe("405 method_not_allowed")
  const head = "TRACE / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n"
  expect(await exchange(port, head + x(50_000))).toBe("405 method_not_allowed")
  expect(handled).toEqual([])
})

test.each([
  ["an answer", "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n", "handler's", undefined],
  [
    "headers at once",
    "GET /given HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "handler's",
    undefined,
  ],
  [
    "headers in capitals",
    "GET /given-aloud HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "handler's",
    undefined,
  ],
  ["a refusal", "TRACE / HTTP/1.1\r\nhost: a\r\n\r\n", "server's", "method_not_allowed"],
  ["what was no request", "hello\r\n\r\n", "server's", "malformed_request"],
])("%s has the server's headers unless it sets its own", async (_, text, some, code) => {
  const { port } = await start()
  const socket = await open(port)
  const answer = readAll(socket)
  socket.write(text)
  const headers = new Map(
    (await answer).split("\r\n").map((line) => line.toLowerCase().split(": ") as [string, string]),
  )
  expect(["x-every", "x-some", "x-code"].map((name) => headers.get(name))).toEqual([
    "server's",
    some,
    code,
  ])
})

test("one connection serves many requests in a row", async () => {
  const { port, handled } = await start({ headersMs: 1000 })
  const socket = await open(port)
  socket.resume()
  const closed = once(socket, "close").then(() => Promise.reject(new Error("It was closed.")))
  closed.catch(() => {})
  for (let times = 1; times <= 20; times += 1) {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n${x(5)}`)
    await Promise.race([once(socket, "data"), closed])
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  expect(handled).toHaveLength(20)
})

/** Sends requests from another process, so that they arrive at once and not one by one. */
const crowd = (port: number) =>
  spawn(process.execPath, [
    "-e",
    `const sockets = Array.from({ length: 200 }, () => require("net").connect(${port}, "127.0.0.1"))
    let open = 0
    for (const socket of sockets) socket.resume().on("connect", () => {
      open += 1
      if (open === 200) for (const each of sockets) each.write("GET /busy HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n")
    })`,
  ])

test("many simultaneous requests leave time for other work", async () => {
  const { port, handled } = await start({ sliceMs: 5 })
  const child = crowd(port)
  onTestFinished(() => void child.kill())
  const seen = new Set<number>()
  const timer = setInterval(() => seen.add(handled.length), 1)
  await expect.poll(() => handled.length, { interval: 5 }).toBe(200)
  clearInterval(timer)
  expect(seen.size).toBeGreaterThan(100)
})

test.each([
  [
    "headers of 20 KB",
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${x(20_000)}\r\n\r\n`,
    "431 headers_too_large",
  ],
  ["an address of 20 KB", `GET /${x(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, "431 headers_too_large"],
  ["no HTTP", "hello\r\n\r\n", "400 malformed_request"],
  [
    "a body in chunks that are none",
    `${post("/", "transfer-encoding: chunked")}hello\r\n`,
    "400 malformed_request",
  ],
])("%s is refused", async (_, text, refusal) => {
  const { port, handled } = await start()
  expect(await exchange(port, text)).toBe(refusal)
  expect(handled).toEqual([])
})
