import { createServer } from "node:net"

const listen = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === "object" ? address.port : port))
    })
  })

/** A loopback port that is free now. */
export const findFreePort = (): Promise<number> => listen(0)

/** Whether nothing listens on a loopback port now. */
export const isPortFree = (port: number): Promise<boolean> =>
  listen(port).then(
    () => true,
    () => false,
  )

/**
 * Whether browsers, and Node's `fetch`, refuse the port because it belongs to another protocol;
 * sends a request to it otherwise.
 */
const isBlockedPort = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => false,
    (error: Error) => error.cause instanceof Error && error.cause.message === "bad port",
  )

/** Throws a sentence with the port and the setting if the port is in use or browsers refuse it. */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  if (!(await isPortFree(port)))
    throw new Error(
      `Port ${port} is in use. Stop what listens there (another \`npm start\`?) or set ${setting} to a free port.`,
    )
  if (await isBlockedPort(port))
    throw new Error(
      `Port ${port} belongs to another protocol, and browsers refuse to open it. Set ${setting} to another port.`,
    )
}
