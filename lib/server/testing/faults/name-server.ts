import { createSocket, type RemoteInfo } from "node:dgram"
import { Resolver } from "node:dns"
import type { LookupFunction } from "node:net"

const flags = { found: 0x8180, unknown: 0x8183 }
/** An A record for the question's name: class IN, TTL 0, 127.0.0.1 (RFC 1035, 4.1). */
const loopbackAnswer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])

/**
 * The response: a header of 12 bytes and the question (name, type and class), without what follows
 * it.
 */
function answerTo(message: Buffer, known: boolean): Buffer {
  const query = message.subarray(0, message.indexOf(0, 12) + 5)
  const head = Buffer.from(query)
  head.writeUInt16BE(known ? flags.found : flags.unknown, 2)
  head.writeUInt16BE(known ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  return known ? Buffer.concat([head, loopbackAnswer]) : head
}

/** A DNS server for one process that resolves every name to 127.0.0.1, or no name. */
export interface NameServer {
  known: boolean
  /** Resolves names there, for a connection. */
  readonly lookup: LookupFunction
  stop(): void
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4")
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const names: NameServer = {
    known: true,
    lookup: (name, { all }, done) =>
      resolver.resolve4(name, (error, addresses) => {
        const [address = ""] = addresses ?? []
        if (all && !error) done(null, [{ address, family: 4 }])
        else done(error, address, 4)
      }),
    stop: () => socket.close(),
  }
  socket.on("message", (message: Buffer, { port, address }: RemoteInfo) =>
    socket.send(answerTo(message, names.known), port, address),
  )
  return names
}
