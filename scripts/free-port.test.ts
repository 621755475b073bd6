import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { findFreePort, requireFreePort } from "./free-port"

test("a free port that browsers open is accepted", async () => {
  await expect(requireFreePort(await findFreePort(), "PORT")).resolves.toBeUndefined()
})

test("a port in use is refused with its number", async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const { port } = server.address() as AddressInfo
  await expect(requireFreePort(port, "PORT")).rejects.toThrow(`Port ${port} is in use`)
  server.close()
})

test.each([4190, 6000, 10080])(
  "port %d, which browsers do not open, is refused before anything starts",
  async (port) => {
    await expect(requireFreePort(port, "SERVICE_PORT")).rejects.toThrow(
      `Port ${port} belongs to another protocol, and browsers refuse to open it. Set SERVICE_PORT to another port.`,
    )
  },
)
