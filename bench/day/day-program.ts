// Simulates one day and sends its result.
import type { DayOrder } from "./day-order"
import { simulateDay } from "./simulate-day"

process.once("disconnect", () => process.exit())
process.once("message", async (order: DayOrder) => {
  const print = (line: string) => console.log(line)
  process.send?.(
    await simulateDay(order, print).catch((error: unknown) => ({
      error: error instanceof Error ? error.stack : `${error}`,
    })),
  )
})
