import { once } from "node:events"
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { createFront, type LimitedBackend, printRefusal } from "./front"

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server with the backend in front of a handler that responds "next" in place of Next. */
async function start(answer: LimitedBackend["answer"]) {
  const handlerOf = createFront({ answer })
  const own = createServer((request, response) => {
    const handle = handlerOf(request) ?? (() => response.end("next"))
    handle(request, response)
  })
  server = own
  own.listen(0, "127.0.0.1")
  await once(own, "listening")
  const { port } = own.address() as AddressInfo
  return (path: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, ...options })
    request.on("error", () => {})
    request.end()
    const answer = once(request, "response") as Promise<[IncomingMessage]>
    answer.catch(() => {})
    return { request, answer }
  }
}

async function textOf(answer: Promise<[IncomingMessage]>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of (await answer)[0]) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test.each([
  ["/api/views?report=x", "backend"],
  ["/api/auth/end-session", "backend"],
  ["/api/auth/end-session?x=1", "backend"],
  ["/api/auth/session", "next"],
  ["/api/auth/end-sessions", "next"],
  ["/healthz", "backend"],
  ["/readyz?deep=1", "backend"],
  ["/metrics", "backend"],
  ["/healthzz", "next"],
  ["/apis", "next"],
  ["/", "next"],
  ["/reports/departments?x=/api/", "next"],
])("%s is handled by %s", async (path, whose) => {
  const ask = await start(async () => new Response("backend"))
  expect(await textOf(ask(path).answer)).toBe(whose)
})

test("the backend receives the request target exactly as sent", async () => {
  const ask = await start(async (_, arrival) => new Response(arrival?.target ?? ""))
  for (const path of ["/api/v1.4/%zz", "/api//x/../y", "/api/x?__proto__=%ff&a=+"])
    expect(await textOf(ask(path).answer)).toBe(path)
})

test("a request without a valid Host header is refused with a problem", async () => {
  const ask = await start(async () => new Response("backend"))
  const [answer] = await ask("/api/views", { headers: { host: "a b" } }).answer
  expect(answer.statusCode).toBe(400)
  expect(answer.headers["content-type"]).toBe("application/problem+json")
})

test("a client that disconnects before the response aborts the request", async () => {
  let signal: AbortSignal | undefined
  const ask = await start(async (request) => {
    signal = request.signal
    await sleep(5000, undefined, { ref: false })
    return new Response("late")
  })
  const { request } = ask("/api/views")
  await expect.poll(() => signal?.aborted).toBe(false)
  request.destroy()
  await expect.poll(() => signal?.aborted).toBe(true)
})

test("events are delivered as they are sent, and a client that disconnects cancels the stream", async () => {
  let isCancelled = false
  let controller: ReadableStreamDefaultController<string> | undefined
  const stream = () =>
    new ReadableStream<string>({
      start(given) {
        controller = given
      },
      cancel() {
        isCancelled = true
      },
    }).pipeThrough(new TextEncoderStream())
  const ask = await start(
    async () => new Response(stream(), { headers: { "content-type": "text/event-stream" } }),
  )
  const { request, answer } = ask("/api/quota")
  await expect.poll(() => controller !== undefined).toBe(true)
  controller?.enqueue("data: 1\n\n")
  const [events] = await answer
  const [first] = (await once(events, "data")) as [Buffer]
  expect(first.toString()).toBe("data: 1\n\n")
  controller?.enqueue("data: 2\n\n")
  const [second] = (await once(events, "data")) as [Buffer]
  expect(second.toString()).toBe("data: 2\n\n")
  request.destroy()
  await expect.poll(() => isCancelled).toBe(true)
})

test("a 500 MB download is produced at the pace of its reader", async () => {
  const piece = new Uint8Array(1024 * 1024)
  let made = 0
  const ask = await start(
    async () =>
      new Response(
        new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              made += 1
              controller.enqueue(piece)
              if (made === 500) controller.close()
            },
          },
          { highWaterMark: 1 },
        ),
      ),
  )
  const [answer] = await ask("/api/exports/1/file").answer
  await sleep(200)
  expect(made).toBeLessThan(40)
  let bytes = 0
  let ahead = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    ahead = Math.max(ahead, made - bytes / piece.length)
  }
  expect(bytes).toBe(500 * piece.length)
  expect(ahead).toBeLessThan(40)
})

test("a response that fails while streaming closes the connection", async () => {
  const broken = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new Uint8Array(10))
      await sleep(200)
      controller.error(new Error("broken"))
    },
  })
  const ask = await start(async () => new Response(broken))
  await expect(textOf(ask("/api/exports/1/file").answer)).rejects.toThrow()
})

test("a refused client gets Retry-After: a program in a problem, a browser in a page", () => {
  const lines: object[] = []
  const given = {
    backend: { logRefusal: (line: object) => void lines.push(line) },
    printBusyPage: (_: object, seconds: number) => ({
      type: "text/html",
      text: `${seconds}`,
      headers: { "content-security-policy": "own" },
    }),
  }
  const refusal = { status: 503, code: "too_busy" } as const
  const asked = printRefusal(refusal, { headers: { "x-request-id": "proxy-1" } }, given)
  expect(asked.headers).toMatchObject({ "x-request-id": "proxy-1" })
  expect(asked).toMatchObject({ type: "application/problem+json", headers: { "retry-after": "2" } })
  expect(JSON.parse(asked.text)).toMatchObject({ code: "too_busy", status: 503, retryAfter: 2 })
  const opened = printRefusal(refusal, { headers: { "sec-fetch-mode": "navigate" } }, given)
  expect(opened).toMatchObject({
    type: "text/html",
    text: "2",
    headers: { "retry-after": "2", "content-security-policy": "own" },
  })
  expect(lines).toHaveLength(2)
})
