import { expect, test } from "vitest"
import { hours, isExtreme, lineCount, listChartLines } from "./chart-lines"

test("The 500 outliers are above or below all other values within two days before and after.", () => {
  let count = 0
  for (const [line, values] of listChartLines().entries())
    for (let index = 0; index < hours; index += 1) {
      if (!isExtreme(line, index)) continue
      count += 1
      const value = values[index] ?? Number.NaN
      const around = values.slice(Math.max(0, index - 48), index + 49)
      const others = around.filter((_, position) => position !== Math.min(48, index))
      expect(value > Math.max(...others) || value < Math.min(...others)).toBe(true)
    }
  expect(count).toBe(lineCount * 100)
})
