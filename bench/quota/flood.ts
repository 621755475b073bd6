import { setMaxListeners } from "node:events"
import { streamOf } from "@/service/demo/random"
import type { Door } from "./browse-reports"
import type { Visitor } from "./people"
import { readAsPage } from "./read-as-page"
import { reportsOf } from "./reports"

const atOnce = 50

/**
 * One person sends queries that nobody has sent before, 50 at once, each followed by the next after
 * its response; returns a function that ends this and resolves with the number of reads.
 */
export function startFlood(visitor: Visitor, { reports, addressOf }: Door): () => Promise<number> {
  const ending = new AbortController()
  const { signal } = ending
  setMaxListeners(0, signal)
  const { number, role, cookie } = visitor
  const readable = reportsOf(role, reports)
  const stream = streamOf("flood", number)
  let count = 0

  async function readOn() {
    while (!signal.aborted) {
      count += 1
      const url = stream.pick(readable).own(number, count)
      await readAsPage(addressOf(url), { cookie }, signal)
    }
  }

  const reading = Promise.all(Array.from({ length: atOnce }, readOn))
  return async () => {
    ending.abort()
    await reading
    return count
  }
}
