import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "../free-port"

/** A Redis of a test's own, which it may end. */
export interface OwnRedis {
  readonly url: string
  stop(): Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(() => resolve(true)))
    socket.on("error", () => resolve(false))
  })

/** Starts the machine's redis-server or valkey-server on a port of its own, without files; a sentence where it has neither. */
export async function startRedis(more: readonly string[] = []): Promise<OwnRedis | string> {
  const port = await findFreePort()
  const options = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    ...more,
  ]
  for (const program of ["redis-server", "valkey-server"]) {
    const child = spawn(program, options, { stdio: "ignore" })
    const ended = once(child, "exit").catch(() => {})
    const url = `redis://127.0.0.1:${port}`
    const isMissing = once(child, "error").then(() => true)
    for (let tries = 0; tries < 50; tries += 1) {
      if (await Promise.race([isMissing, sleep(100).then(() => false)])) break
      if (!(await answers(port))) continue
      return {
        url,
        async stop() {
          child.kill("SIGKILL")
          await ended
        },
      }
    }
  }
  return "This machine has no redis-server or valkey-server."
}
