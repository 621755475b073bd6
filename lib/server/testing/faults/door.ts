import { type AddressInfo, createServer, type Socket } from "node:net"

/** A loopback port that can be shut, so that connections are refused, and opened again. */
export interface Door {
  readonly port: number
  /** Refuses new connections and closes existing ones. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Closes existing connections. */
  dropAll(): void
}

/** Opens a door on any free port; `admit` gets each connection. */
export async function openDoor(admit: (socket: Socket) => void): Promise<Door> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {})
    admit(socket)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    dropAll,
    async shut() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      dropAll()
      await closed
    },
    async open() {
      if (!server.listening) await listen(port)
    },
  }
}
