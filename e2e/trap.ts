import { createServer } from "node:http"

/** A web server that must receive no request; it records those that it receives. */
export interface Trap {
  readonly origin: string
  /** The path of every request, in order of arrival. */
  readonly hits: readonly string[]
  stop(): Promise<void>
}

/** Starts a trap on a free loopback port; every page may read its responses. */
export async function startTrap(): Promise<Trap> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? "")
    response.setHeader("access-control-allow-origin", "*").end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${port}`, hits, stop }
}
