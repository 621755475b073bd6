import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

/** Spreads requests over instances in turn, as they were sent; loopback only. */
export interface Balancer {
  /** As browsers reach it. */
  readonly url: string
  /** The ports that it hands requests to, in turn. */
  ports: readonly number[]
  stop(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const port = balancer.ports[turn++ % balancer.ports.length]
    const passed = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on("error", () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const balancer: Balancer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ports: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return balancer
}
