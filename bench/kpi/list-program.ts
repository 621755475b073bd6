// Copies a list without a time from a platform that answers from memory, and tells what that cost.
import { createHash } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { catalogue, type Row } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import type { Upstream } from "@/lib/platform"
import { createReplica, defaultReplica } from "@/lib/server/copies/create-replica"

/** What is copied, and where to. */
export interface ListOrder {
  readonly databaseUrl: string
  readonly rows: number
}

/** Milliseconds a page, and by how many bytes the program's memory grew at most. */
export interface ListCosts {
  readonly pageMs: number
  readonly grownBytes: number
}

const pageRows = 1000
const apiUrl = "http://platform.test/api"
const list = { operation: "notification-channels", parameters: {} }

function rowOf(number: number): Row {
  const hex = createHash("md5").update(`${number}`).digest("hex")
  const id = [8, 12, 16, 20, 32].map((end, part) => hex.slice([0, 8, 12, 16, 20][part], end))
  return { id: id.join("-"), name: `Channel ${`${number}`.padStart(7, "0")}` }
}

/** The list's pages, each with the address of the next. */
const readFrom =
  (count: number): Upstream["read"] =>
  async ({ search }) => {
    const start = Number(search.get("cursor") ?? 0)
    const end = Math.min(count, start + pageRows)
    const data = Array.from({ length: end - start }, (_, index) => rowOf(start + index))
    const nextUrl = `${apiUrl}/v1/communication/notifications/channels?limit=${pageRows}&cursor=${end}`
    const envelope = { count: data.length, data, ...(end < count && { nextUrl }) }
    return { envelope, receivedAt: Date.now() }
  }

async function copy({ databaseUrl, rows }: ListOrder): Promise<ListCosts> {
  const pool = openPool(databaseUrl, { max: 6 })
  const replica = createReplica({
    pool,
    catalogue,
    apiUrl,
    clock: Date.now,
    upstream: { read: readFrom(rows) },
    rule: { ...defaultReplica, pollMs: 50 },
    log: {
      putOff: ({ error }) => console.error(error),
      complain: (error) => console.error(error),
    },
  })
  await replica.list()
  const before = process.memoryUsage().rss
  let max = before
  const sample = () => {
    max = Math.max(max, process.memoryUsage().rss)
  }
  const sampling = setInterval(sample, 50)
  const started = performance.now()
  await replica.start(list)
  for (;;) {
    const status = await replica.find(list)
    if (status?.state === "failed") throw new Error(`The copy failed: ${status.reason}.`)
    if (status?.state === "idle" && status.run === null) {
      if (status.rows !== rows) throw new Error(`${status.rows} of ${rows} rows arrived.`)
      break
    }
    await delay(50)
  }
  const pageMs = (performance.now() - started) / (rows / pageRows)
  clearInterval(sampling)
  await replica.remove(list)
  await replica.stop()
  await pool.end()
  return { pageMs, grownBytes: max - before }
}

process.once("disconnect", () => process.exit())
process.once("message", async (order: ListOrder) => {
  process.send?.(await copy(order).catch((error: unknown) => ({ error: `${error}` })))
})
