import { randomUUID } from "node:crypto"
import { createRateWindow, migrateTables, openPool, type RateWindow } from "@/lib/db"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { interleave } from "../interleave"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"

const rounds: Readonly<Record<Size, number>> = { quick: 5, normal: 30, large: 60 }
const [small, large] = [100, 10_000]
/** The number of requests that are timed together. */
const batch = 100
const rule = { limit: 1_000_000, windowMs: 3_600_000 }

async function admit(window: RateWindow, client: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const { admitted } = await window.admit(client, rule)
    if (!admitted) throw new Error("A request was refused.")
  }
}

/**
 * Fills a client's window with this many requests; returns a function that times the next ones, in
 * milliseconds each.
 */
async function fillWindow(window: RateWindow, count: number) {
  const client = randomUUID()
  await admit(window, client, count)
  return async () => {
    const started = performance.now()
    await admit(window, client, batch)
    return (performance.now() - started) / batch
  }
}

/**
 * Compares the cost of admitting one more request to a window with many requests and to one with
 * few.
 */
export async function compareWindows({ keep, print, size }: SuiteContext): Promise<Row> {
  const database = keep(await startTemporaryPostgres({ databases: ["window"], durable: true }))
  const pool = openPool(database.url("window"), { max: 1 })
  const window = createRateWindow({ pool })
  await migrateTables(pool, "service", "reporting")
  await window.prepare()
  print(`${large.toLocaleString("en")} requests enter the window …`)
  const few = () => fillWindow(window, small).then((time) => time())
  const many = await fillWindow(window, large)
  const taken = await interleave({ few, many }, rounds[size])
  await pool.end()
  return {
    name: `A request let in, ${large.toLocaleString("en")} in the window`,
    unit: "ms",
    figure: taken.many,
    baseline: { name: `${small} in the window`, figure: taken.few },
    goal: { atMost: 1.2 },
  }
}
