import { once } from "node:events"
import { request as openRequest } from "node:http"
import { connect } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { MessageChannel } from "node:worker_threads"
import { afterEach, expect, inject, test } from "vitest"
import { createKeyedDocuments, openPool } from "@/lib/db"
import { type HttpServer, openHttpServer } from "../http-server"
import { startTestService } from "../testing/test-service"
import { type IdentityThread, openIdentityThread } from "./identity-thread"
import { ExposedIdentityError } from "./loopback"
import { openServedDocuments, serveDocuments } from "./thread-channel"

const databaseUrl = inject("databaseUrl")
const settings = {
  host: "127.0.0.1",
  issuer: "http://127.0.0.1/oidc",
  audience: "http://127.0.0.1/api",
  scopes: ["svc.api"],
  tokenTtlSeconds: 60,
  people: [],
}

const opened: { server: HttpServer; thread: IdentityThread }[] = []
const pool = openPool(databaseUrl, { max: 2 })
afterEach(async () => {
  for (const { server, thread } of opened.splice(0)) {
    await server.stop()
    await thread.stop()
  }
})

/** A thread that echoes, behind the service's own server; `errors` are those that it was ended by. */
async function open(patienceMs?: number) {
  const errors: unknown[] = []
  const documents = createKeyedDocuments({ pool, schema: "identity_thread", set: "service" })
  const program = new URL("./testing/echo-thread.mjs", import.meta.url)
  const thread = await openIdentityThread(settings, {
    documents,
    onError: (error) => errors.push(error),
    program,
    ...(patienceMs && { patienceMs }),
  })
  const server = await openHttpServer("127.0.0.1", 0)
  server.serve(thread.handle)
  opened.push({ server, thread })
  const origin = `http://127.0.0.1:${server.port}`
  const ask = (path: string) => fetch(`${origin}${path}`)
  const read = async () =>
    (await (await ask("/oidc/echo")).json()) as { threadId: number; left: number }
  return { server, thread, origin, ask, read, errors }
}

test("a request reaches the thread as it was sent, and its answer the client", async () => {
  const { server } = await open()
  const headers = ["Host", "some.example", "Cookie", "a=1", "cOOkie", "b=2", "X-Own", "\u00e4"]
  const sent = openRequest({
    port: server.port,
    method: "POST",
    path: "/oidc/echo?a=%20&a",
    headers: [...headers, "Content-Length", "5", "Connection", "keep-alive"],
  })
  sent.end(Buffer.from("a=b&c"))
  const [answer] = await once(sent, "response")
  expect([answer.statusCode, answer.statusMessage]).toEqual([203, "Echoed"])
  expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-own": "own" })
  expect(answer.headers.connection).toBe("keep-alive")
  const body = JSON.parse((await answer.toArray()).join(""))
  expect(body).toMatchObject({ method: "POST", url: "/oidc/echo?a=%20&a", body: "a=b&c" })
  expect(body.rawHeaders.slice(0, 10)).toEqual([...headers, "Content-Length", "5"])
})

test("a body in chunks arrives whole, and a GET without one stays without", async () => {
  const { origin, server } = await open()
  const sent = openRequest({ port: server.port, method: "POST", path: "/oidc/echo" })
  sent.write("a=b")
  sent.end("&c")
  const [answer] = await once(sent, "response")
  expect(JSON.parse((await answer.toArray()).join(""))).toMatchObject({ body: "a=b&c" })
  expect(await (await fetch(`${origin}/oidc/echo`)).json()).toMatchObject({ body: "" })
})

test("whoever reads slowly gets an answer whole", async () => {
  const { server } = await open()
  const sent = openRequest({ port: server.port, path: "/oidc/large" }).end()
  const [answer] = await once(sent, "response")
  await delay(300)
  let size = 0
  for await (const chunk of answer) size += chunk.length
  expect(size).toBe(5_000_000)
})

test("a thread that ends is answered for with 503, and started again", async () => {
  const { ask, read, errors } = await open()
  const before = await read()
  const [waiting, crashed] = await Promise.all([ask("/oidc/wait"), ask("/oidc/crash")])
  for (const answer of [waiting, crashed]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"])
    expect(await answer.json()).toMatchObject({ errorCode: "unavailable" })
  }
  expect(errors).toMatchObject([{ name: "TypeError", message: "The thread ends here." }])
  await expect.poll(async () => (await ask("/oidc/echo")).status).toBe(203)
  expect((await read()).threadId).toBeGreaterThan(before.threadId)
})

test("an answer that a thread did not finish ends with its connection", async () => {
  const { ask } = await open()
  const answer = await ask("/oidc/half")
  await expect(answer.text()).rejects.toThrow()
})

test("a client that goes away ends its request at the thread", async () => {
  const { server, read } = await open()
  await read()
  const socket = connect(server.port, "127.0.0.1")
  socket.write("GET /oidc/wait HTTP/1.1\r\nhost: a\r\n\r\n")
  await delay(200)
  expect((await read()).left).toBe(0)
  socket.destroy()
  await expect.poll(async () => (await read()).left).toBe(1)
})

test("a thread that does not answer in time is answered for, and what it is stopped under, too", async () => {
  const { ask, thread } = await open(2000)
  expect((await ask("/oidc/wait")).status).toBe(503)
  const waiting = ask("/oidc/wait")
  await delay(100)
  await thread.stop()
  expect((await waiting).status).toBe(503)
  expect((await ask("/oidc/echo")).status).toBe(503)
})

test("documents of another thread answer as they would here, errors with their codes", async () => {
  const { port1, port2 } = new MessageChannel()
  const documents = createKeyedDocuments({ pool, schema: "identity_thread", set: "service" })
  await documents.prepare()
  serveDocuments(port1, documents)
  const served = openServedDocuments(port2)
  await served.put("Kind", "id", { a: [1] }, { alias: "alias", expiresInSeconds: 60 })
  expect(await served.getByAlias("Kind", "alias")).toEqual({ value: { a: [1] }, consumed: false })
  expect([await served.consume("Kind", "id"), await served.consume("Kind", "id")]).toEqual([
    true,
    false,
  ])
  expect(await served.get("Kind", "other")).toBeUndefined()
  await expect(served.put("Kind", "\0", {})).rejects.toMatchObject({ code: "22021" })
  port2.close()
})

test("the identity is refused where others could reach it, before a thread is started", async () => {
  const documents = createKeyedDocuments({ pool, schema: "identity_thread", set: "service" })
  const exposed = { ...settings, audience: "https://reports.example.com/api" }
  await expect(openIdentityThread(exposed, { documents, onError: () => {} })).rejects.toThrow(
    ExposedIdentityError,
  )
})

test("a form beyond the limit never reaches the identity", async () => {
  const service = await startTestService({ databaseUrl })
  const body = new URLSearchParams({ client_id: "x".repeat(70_000) })
  const answer = await fetch(`${service.origin}/oidc/token`, { method: "POST", body })
  expect(answer.status).toBe(413)
  await service.stop()
})
