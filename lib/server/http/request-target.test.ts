import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { keepRequestTargets, requestTarget } from "./request-target"

/** A URL as Next rewrites it, through `URLSearchParams` and a plain object. */
const rewritten = "http://localhost/api/v1.4/departments?name=%EF%BF%BD"

let server: Server
let port: number
beforeAll(async () => {
  keepRequestTargets()
  server = createServer((request, response) => {
    const wait = Number(request.headers["x-wait"] ?? 0)
    sleep(wait).then(() => {
      response.end(JSON.stringify({ ...requestTarget(rewritten), url: request.url }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends requests over one connection at once and returns what each handler saw. */
function send(...requests: readonly { target: string; wait?: number }[]) {
  return new Promise<{ path: string; search: string; url: string }[]>((resolve, reject) => {
    let text = ""
    const socket = connect(port, "127.0.0.1")
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part
    })
    socket.on("error", reject)
    socket.on("close", () =>
      resolve([...text.matchAll(/^\{.*\}/gm)].map(([line]) => JSON.parse(line))),
    )
    for (const [index, { target, wait = 0 }] of requests.entries()) {
      const last = index === requests.length - 1 ? "connection: close\r\n" : ""
      socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nx-wait: ${wait}\r\n${last}\r\n`)
    }
  })
}

const searchOf = async (target: string) => (await send({ target }))[0]?.search

// rules: Filters 8
test.each([
  "name=%ff",
  "name=%E0%A4",
  "__proto__=1&limit=1",
  "nxtPx=1",
  "name=100%",
  "a=b?c#d",
  "",
])("the query %j reaches its handler exactly as sent", async (search) => {
  expect(await searchOf(`/api/v1.4/departments${search && `?${search}`}`)).toBe(search)
})

test("each handler has the target of its own request, even with several over one connection", async () => {
  const sent = Array.from({ length: 20 }, (_, at) => ({
    target: `/a?at=${at}`,
    wait: (at * 7) % 5,
  }))
  expect((await send(...sent)).map(({ search }) => search)).toEqual(sent.map((_, at) => `at=${at}`))
})

test("a header cannot change the target of its request", async () => {
  const target = "/a?real=1 HTTP/1.1\r\nx-request-target: /a?forged=1\r\nx-original-url: /b\r\nx-a:"
  expect(await searchOf(target)).toBe("real=1")
})

test("a path that cannot be decoded is escaped, and other paths are unchanged", async () => {
  const [broken, whole] = await send({ target: "/reports/%ff?a=%ff" }, { target: "/a%20b?a=%ff" })
  expect(broken).toEqual({ path: "/reports/%ff", search: "a=%ff", url: "/reports/%25ff?a=%ff" })
  expect(whole?.url).toBe("/a%20b?a=%ff")
})
