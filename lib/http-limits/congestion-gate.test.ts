import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createCongestionGate } from "./congestion-gate"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout"] }))
afterEach(() => void vi.useRealTimers())

const rules = { maxUnderWay: 3, maxHeldMs: 400, maxWaiting: 10, maxWaitMs: 3000, maxPauseMs: 500 }

/** A gate with a fake clock, whose event loop turns on demand. */
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
    /** One turn of the event loop, which may accept a connection. */
    turn({ ms = 1, accepts = false } = {}) {
      time += ms
      if (accepts) gate.noteConnection()
      vi.runOnlyPendingTimers()
    },
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test("requests start in order, one per turn without a new connection; beyond the queue they are refused", () => {
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

test("only a few requests run at once; the next starts when one is answered or has run for long", () => {
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

test("requests also start on a slow machine, whose turns are long", () => {
  const { ask, begun, turn } = open()
  ask(...numbers(1, 6))
  for (let count = 0; count < 6; count += 1) turn({ ms: 200 })
  expect(begun).toEqual(numbers(1, 6))
})

test("some requests start, however many connections arrive", () => {
  const { ask, begun, turn } = open()
  ask(1, 2, 3)
  turn()
  for (let count = 0; count < 10; count += 1) turn({ ms: 101, accepts: true })
  expect(begun).toEqual([1, 2, 3])
})

test("a request that has waited too long is refused, and one whose client has left never starts", () => {
  const { ask, begun, refused, close, turn } = open()
  ask(1, 2, 3, 4)
  close(3)
  turn()
  turn({ ms: 3001 })
  expect(refused).toEqual([2, 4])
  expect(begun).toEqual([1])
})

test("the event loop is not watched while nothing waits", () => {
  const { ask, turn } = open()
  ask(1)
  expect(vi.getTimerCount()).toBe(1)
  turn()
  expect(vi.getTimerCount()).toBe(0)
  ask(2)
  expect(vi.getTimerCount()).toBe(1)
})
