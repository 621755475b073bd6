import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createCongestionGate } from "./congestion-gate"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => void vi.useRealTimers())

const rules = { maxLagMs: 100, sampleMs: 20, begunPerSample: 4, maxWaiting: 10, maxWaitMs: 3000 }

/** A gate by a clock of its own; `pass` lets the next sample come after that many milliseconds. */
function open() {
  let time = 0
  const gate = createCongestionGate(rules, () => time)
  const begun: number[] = []
  const refused: number[] = []
  const responses = new Map<number, EventEmitter>()
  return {
    begun,
    refused,
    ask(number: number) {
      const response = new EventEmitter()
      responses.set(number, response)
      gate.enter(response as unknown as ServerResponse, {
        begin: () => void begun.push(number),
        refuse: () => void refused.push(number),
      })
    },
    close: (...numbers: number[]) => numbers.map((one) => responses.get(one)?.emit("close")),
    pass(ms: number) {
      time += ms
      vi.advanceTimersByTime(rules.sampleMs)
    },
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test("While the event loop keeps up, work is begun four pieces a sample, in its order; what no more can wait for is refused at once.", () => {
  const { ask, begun, refused, pass } = open()
  for (const number of numbers(1, 16)) ask(number)
  expect(begun).toEqual(numbers(1, 4))
  expect(refused).toEqual([15, 16])
  pass(20)
  expect(begun).toEqual(numbers(1, 8))
  pass(120)
  expect(begun).toEqual(numbers(1, 12))
  ask(17)
  expect(begun).toEqual(numbers(1, 12))
  pass(20)
  expect(begun).toEqual([...numbers(1, 14), 17])
})

test("While it lags, one piece is begun a sample, and who has waited too long is refused.", () => {
  const { ask, begun, refused, pass } = open()
  for (const number of numbers(1, 8)) ask(number)
  pass(500)
  expect(begun).toEqual(numbers(1, 5))
  ask(9)
  expect(begun).toEqual(numbers(1, 5))
  pass(500)
  expect(begun).toEqual(numbers(1, 6))
  pass(2500)
  expect(refused).toEqual([7, 8])
  expect(begun).toEqual([...numbers(1, 6), 9])
})

test("Who has left while waiting is never begun, and the loop is not looked at once nothing is under way.", () => {
  const { ask, begun, close, pass } = open()
  for (const number of numbers(1, 6)) ask(number)
  close(5)
  pass(20)
  expect(begun).toEqual([1, 2, 3, 4, 6])
  close(1, 2, 3, 4, 6)
  expect(vi.getTimerCount()).toBe(1)
  pass(20)
  expect(vi.getTimerCount()).toBe(0)
  pass(5000)
  for (const number of numbers(7, 10)) ask(number)
  expect(begun).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10])
})
