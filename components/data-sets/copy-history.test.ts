import { expect, test } from "vitest"
import { durationIn } from "./copy-history"

test("A run's duration is shown in seconds, minutes or hours.", () => {
  const told = [-5, 840, 42_400, 90_000, 5_400_000].map((ms) => durationIn(ms))
  expect(told.map(({ value, unit }) => `${value} ${unit}`)).toEqual([
    "0 second",
    "0.8 second",
    "42 second",
    "1.5 minute",
    "1.5 hour",
  ])
})
