import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { z } from "zod"
import { root } from "@/scripts/root"

/**
 * Requests to one URL over this many connections, each of which sends the next request after a
 * response.
 */
export interface HttpLoad {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body of a POST. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** The seconds after which a request counts as failed; by default 10. */
  readonly timeout?: number
  /** Ends the query of every request with a different text. */
  readonly unique?: boolean
}

const report = z.object({
  duration: z.number(),
  "2xx": z.number(),
  non2xx: z.number(),
  errors: z.number(),
})

/** Responses a second, measured by autocannon in its own process; throws if one is an error. */
export async function measureHttp({ seconds, ...load }: HttpLoad): Promise<number> {
  const { url } = load
  const method = load.body === undefined ? "GET" : "POST"
  const options = JSON.stringify({ ...load, method, duration: seconds })
  const child = spawn(process.execPath, [join(root, "bench", "ask.mjs"), options], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  const { duration, non2xx, errors, ...counts } = report.parse(JSON.parse(output))
  if (non2xx + errors > 0) throw new Error(`${url} failed ${non2xx + errors} times under load.`)
  return counts["2xx"] / duration
}

/** The header that carries a bearer token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
