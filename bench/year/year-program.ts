// Simulates a year and tells what it was like.
import { simulateYear } from "./simulate-year"
import type { YearOrder } from "./year-plan"

process.once("disconnect", () => process.exit())
process.once("message", async (order: YearOrder) => {
  const print = (line: string) => console.log(line)
  process.send?.(
    await simulateYear(order, print).catch((error: unknown) => ({
      error: error instanceof Error ? error.stack : `${error}`,
    })),
  )
})
