import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Serves the backend of the tree that it is started in, of whatever version, and tells its port over its channel. */
const load = (file: string) => import(pathToFileURL(join(process.cwd(), file)).href)
const { openBackend } = await load("lib/server/main.ts")
const { limitRequests } = await load("lib/server/app.ts")

const backend = openBackend()
const server = createServer((_request, response) => response.writeHead(404).end())
limitRequests(server, backend)
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
process.on("SIGTERM", () => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  void backend.stop(() => closed).finally(() => process.exit(0))
})
