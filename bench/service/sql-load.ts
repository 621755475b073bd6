// Clients that run one statement repeatedly, without HTTP. Its parent sends the work and receives
// the rate.
import { openPool } from "@/lib/db"
import type { SqlLoad } from "./baseline"

process.on("message", async ({ databaseUrl, poolSize, statement, clients, seconds }: SqlLoad) => {
  const pool = openPool(databaseUrl, { max: poolSize })
  const start = performance.now()
  const end = start + seconds * 1000
  let pages = 0
  const work = async () => {
    while (performance.now() < end) {
      await pool.query(statement)
      pages += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const rate = (pages * 1000) / (performance.now() - start)
  await pool.end()
  process.send?.(rate, () => process.disconnect())
})
