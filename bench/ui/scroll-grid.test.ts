import { expect, test } from "vitest"
import { shareDropped } from "./scroll-grid"

const frames = (...lengths: number[]) => {
  let time = 0
  return [0, ...lengths.map((length) => (time += (length * 1000) / 60))]
}

test("Consecutive frames count as none dropped.", () => {
  expect(shareDropped(frames(1, 1.05, 0.95, 1))).toBe(0)
})

test("A frame that takes three times as long counts as two dropped.", () => {
  expect(shareDropped(frames(1, 3, 1))).toBe(40)
})
