import { expect, test } from "vitest"
import { createProgressMeter, printProgress, printProgressBar } from "./progress"

const half = { rows: 5_000_000, allRows: 10_000_000, share: 0.5 }

test("The meter returns the average speed and estimates the time left from the share of the work.", () => {
  let now = 1_000
  const measure = createProgressMeter(() => now)
  now += 50_000
  expect(measure(half)).toEqual({ ...half, rowsPerSecond: 100_000, secondsLeft: 50 })
  now += 10_000
  expect(measure({ ...half, share: 0.75 })).toMatchObject({
    rowsPerSecond: 83_333,
    secondsLeft: 20,
  })
})

test("The meter does not estimate the time left in the first seconds.", () => {
  let now = 0
  const measure = createProgressMeter(() => now)
  expect(measure({ ...half, rows: 0, share: 0 })).toEqual({
    ...half,
    rows: 0,
    share: 0,
    rowsPerSecond: 0,
  })
  now += 1_000
  expect(measure(half)).not.toHaveProperty("secondsLeft")
})

test("Progress is printed as share, rows, speed and time left.", () => {
  const progress = { ...half, rowsPerSecond: 84_300, secondsLeft: 130 }
  expect(printProgress(progress)).toBe(
    " 50 %  5,000,000 of 10,000,000 rows  84,300 rows/s  2:10 left",
  )
  expect(printProgress({ ...half, rows: 10_000_001, share: 0.999, rowsPerSecond: 0 })).toBe(
    " 99 %  10,000,001 of 10,000,001 rows  0 rows/s",
  )
})

test.each([1, 20, 60, 72, 80, 200])("The bar fits into a terminal of %d columns.", (columns) => {
  const bar = printProgressBar({ ...half, rowsPerSecond: 84_300, secondsLeft: 130 }, columns)
  expect(bar.length).toBeLessThan(Math.max(1, columns))
  if (columns === 80) expect(bar).toMatch(/^\[#{8}-{7}\] {2}50 % /)
})
