import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createCongestionGate } from "./congestion-gate"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout"] }))
afterEach(() => void vi.useRealTimers())

const rules = { maxUnderWay: 3, maxHeldMs: 400, maxWaiting: 10, maxWaitMs: 3000, maxPauseMs: 500 }

/** A gate by a clock of its own, whose event loop turns when it is told to. */
function open() {
  let time = 0
  const gate = createCongestionGate(rules, () => time)
  const begun: number[] = []
  const refused: number[] = []
  const responses = new Map<number, EventEmitter>()
  return {
    begun,
    refused,
    ask(...numbers: number[]) {
      for (const number of numbers) {
        const response = new EventEmitter()
        responses.set(number, response)
        gate.enter(response as unknown as ServerResponse, {
          begin: () => void begun.push(number),
          refuse: () => void refused.push(number),
        })
      }
    },
    close: (number: number) => responses.get(number)?.emit("close"),
    /** A turn of so many milliseconds that accepts a connection, or none. */
    turn({ ms = 1, accepts = false } = {}) {
      time += ms
      if (accepts) gate.noteConnection()
      vi.runOnlyPendingTimers()
    },
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test("work is begun in its order, one piece a turn that accepted no connection; what no more can wait for is refused at once", () => {
  const { ask, begun, refused, turn } = open()
  ask(...numbers(1, 12))
  expect(refused).toEqual([11, 12])
  turn()
  expect(begun).toEqual([1])
  for (let count = 0; count < 20; count += 1) turn({ accepts: true })
  expect(begun).toEqual([1])
  turn()
  turn()
  expect(begun).toEqual([1, 2, 3])
})

test("only a few pieces are under way together: the next is begun when one has been answered, or has been at it for long", () => {
  const { ask, begun, close, turn } = open()
  ask(...numbers(1, 6))
  for (let count = 0; count < 20; count += 1) turn()
  expect(begun).toEqual([1, 2, 3])
  close(2)
  for (let count = 0; count < 20; count += 1) turn()
  expect(begun).toEqual([1, 2, 3, 4])
  turn({ ms: 381 })
  for (let count = 0; count < 20; count += 1) turn()
  expect(begun).toEqual(numbers(1, 6))
})

test("on a slow machine, whose turns are long, work is begun as well", () => {
  const { ask, begun, turn } = open()
  ask(...numbers(1, 6))
  for (let count = 0; count < 6; count += 1) turn({ ms: 200 })
  expect(begun).toEqual(numbers(1, 6))
})

test("however many connections arrive, some work is begun", () => {
  const { ask, begun, turn } = open()
  ask(1, 2, 3)
  turn()
  for (let count = 0; count < 10; count += 1) turn({ ms: 101, accepts: true })
  expect(begun).toEqual([1, 2, 3])
})

test("who has waited too long is refused, and who has left is never begun", () => {
  const { ask, begun, refused, close, turn } = open()
  ask(1, 2, 3, 4)
  close(3)
  turn()
  turn({ ms: 3001 })
  expect(refused).toEqual([2, 4])
  expect(begun).toEqual([1])
})

test("the turns of the event loop are not looked at while nothing waits", () => {
  const { ask, turn } = open()
  ask(1)
  expect(vi.getTimerCount()).toBe(1)
  turn()
  expect(vi.getTimerCount()).toBe(0)
  ask(2)
  expect(vi.getTimerCount()).toBe(1)
})
