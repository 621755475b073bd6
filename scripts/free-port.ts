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

/** Throws a sentence that names the port and the setting when something already listens there. */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new Error(
    `Port ${port} is in use. Stop what listens there (another \`npm start\`?) or set ${setting} to a free port.`,
  )
}
