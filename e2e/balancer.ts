import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

/** A round-robin load balancer over instances; loopback only. */
export interface Balancer {
  /** The URL for browsers. */
  readonly url: string
  /** The ports to forward requests to, in turn. */
  ports: readonly number[]
  /**
   * From now on, forwards requests only to those of these ports whose instance reports ready;
   * returns a function that ends this.
   */
  watch(ports: readonly number[]): () => void
  stop(): Promise<void>
}

const watchEveryMs = 200

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } }).then(
    ({ status }) => status === 200,
    () => false,
  )

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
    watch(ports) {
      const look = async () => {
        const ready = await Promise.all(ports.map(isReady))
        balancer.ports = ports.filter((_, at) => ready[at])
      }
      const timer = setInterval(look, watchEveryMs)
      return () => clearInterval(timer)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return balancer
}
