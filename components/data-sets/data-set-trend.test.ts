import { expect, test } from "vitest"
import { trendMeasure } from "./data-set-trend"

test("Scores and shares are averaged, everything else is added up.", () => {
  const averaged = ["%", "score (0–100)", "Index", "Procent af omsætning", "°C"]
  const added = ["DKK", "visitors", "hours", "kg", "", undefined]
  expect(averaged.map(trendMeasure)).toEqual(averaged.map(() => "average"))
  expect(added.map(trendMeasure)).toEqual(added.map(() => "sum"))
})
