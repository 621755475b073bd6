import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Redis } from "ioredis"
import { findFreePort } from "@/scripts/free-port"

/** A Redis of a test's own, which it may end. */
export interface OwnRedis {
  readonly url: string
  stop(): Promise<void>
}

const answers = async (url: string) => {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null })
  redis.on("error", () => {})
  const isThere = await redis.connect().then(
    () => true,
    () => false,
  )
  redis.disconnect()
  return isThere
}

/** Starts the machine's redis-server or valkey-server on a port of its own, without files; a sentence where it has neither. */
export async function startRedis(): Promise<OwnRedis | string> {
  const port = await findFreePort()
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  for (const program of ["redis-server", "valkey-server"]) {
    const child = spawn(program, options, { stdio: "ignore" })
    const ended = once(child, "exit").catch(() => {})
    const url = `redis://127.0.0.1:${port}`
    const isMissing = once(child, "error").then(() => true)
    for (let tries = 0; tries < 50; tries += 1) {
      if (await Promise.race([isMissing, sleep(100).then(() => false)])) break
      if (!(await answers(url))) continue
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
