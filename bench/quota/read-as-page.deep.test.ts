import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { readAsPage } from "./read-as-page"

const server = createServer((request, response) => answer(request, response))
let answer: RequestListener = () => {}

async function open(next: RequestListener): Promise<string> {
  answer = next
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function close() {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
}

afterEach(close)

const never = new AbortController().signal

test("A request that must wait is retried and returns the page's source and next URL.", async () => {
  let requests = 0
  const url = await open((_, response) => {
    requests += 1
    if (requests < 3) response.writeHead(503, { "retry-after": "1" }).end("{}")
    else response.writeHead(200, { "x-data-source": "cache" }).end('{"nextUrl":"/api/next"}')
  })
  expect(await readAsPage(url, {}, never)).toMatchObject({
    answered: true,
    outcome: "200",
    source: "cache",
    nextUrl: "/api/next",
    waits: 2,
  })
})

test.each([429, 500, 502])("%i is a failure and is not retried.", async (status) => {
  const url = await open((_, response) => response.writeHead(status, { "retry-after": "1" }).end())
  expect(await readAsPage(url, {}, never)).toMatchObject({
    answered: false,
    outcome: `${status}`,
    waits: 0,
  })
})

test("A refused connection, a broken connection and no response have different outcomes.", async () => {
  const outcomeOf = async (url: string, signal = never) =>
    (await readAsPage(url, {}, signal)).outcome
  const broken = await open((request) => request.socket.destroy())
  expect(await outcomeOf(broken)).toMatch(/^cut off/)
  await close()
  expect(await outcomeOf(broken)).toBe("connection refused")
  const silent = await open(() => {})
  const giveUp = new AbortController()
  answer = () => giveUp.abort()
  expect(await outcomeOf(silent, giveUp.signal)).toBe("no answer in time")
})
