import { connect } from "node:net"
import { openDoor } from "./door"

/** A way to a database that can be cut and restored. */
export interface CutProxy {
  /** The same address through this proxy. */
  readonly url: string
  /** Refuses connections and breaks those there are. */
  cut(): Promise<void>
  /** Loses every byte, and those of the connections there are for ever. */
  silence(): void
  restore(): Promise<void>
}

/** Where a `postgres:` address leads: a port, or the socket in the directory that `host` names. */
function targetOf(address: URL) {
  const host = address.searchParams.get("host") ?? decodeURIComponent(address.hostname)
  const port = Number(address.port || address.searchParams.get("port") || 5432)
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Passes bytes on both ways; `url` is a `postgres:` address. */
export async function startCutProxy(url: string): Promise<CutProxy> {
  const address = new URL(url.replace("@/", "@localhost/"))
  const target = targetOf(address)
  const joints = new Set<() => void>()
  let silent = false
  const door = await openDoor((socket) => {
    const onward = connect(target)
    const part = () => {
      socket.unpipe(onward).resume()
      onward.unpipe(socket).resume()
    }
    onward.on("error", () => socket.destroy())
    onward.on("close", () => socket.destroy())
    socket.on("close", () => {
      joints.delete(part)
      onward.destroy()
    })
    joints.add(part)
    if (silent) part()
    else socket.pipe(onward).pipe(socket)
  })
  address.hostname = "127.0.0.1"
  address.port = `${door.port}`
  address.searchParams.delete("host")
  address.searchParams.delete("port")
  return {
    url: `${address}`,
    cut: door.shut,
    silence() {
      silent = true
      for (const part of joints) part()
    },
    restore() {
      silent = false
      return door.open()
    },
  }
}
