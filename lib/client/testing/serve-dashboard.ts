import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll } from "vitest"

/** Handles a request to the dashboard. */
export type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => void

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body))

/** Starts a dashboard that the tests of a file reach by path only, as a page does. */
export function serveDashboard(answer: Answer): void {
  const server = createServer((request, response) =>
    answer(new URL(request.url ?? "", "http://localhost"), response, request),
  )
  const ownFetch = globalThis.fetch
  beforeAll(async () => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    globalThis.fetch = (input, init) => ownFetch(new URL(`${input}`, origin), init)
  })
  afterAll(() => {
    globalThis.fetch = ownFetch
    server.close()
  })
}
