import { connect } from "node:net"
import { openDoor } from "./door"

/** A proxy for a database that can be cut off and restored. */
export interface CutProxy {
  /** The same URL through this proxy. */
  readonly url: string
  /** Refuses new connections and closes existing ones. */
  cut(): Promise<void>
  /** Drops every byte, and those of existing connections forever. */
  silence(): void
  restore(): Promise<void>
}

/** The target of a `postgres:` URL: a port, or the socket in the directory that `host` names. */
function targetOf(address: URL) {
  const host = address.searchParams.get("host") ?? decodeURIComponent(address.hostname)
  const port = Number(address.port || address.searchParams.get("port") || 5432)
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Forwards bytes both ways; `url` is a `postgres:` URL. */
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
