import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { beginWait, longWait } from "./waits"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("a wait is long after five seconds and ends with its request", () => {
  const heard = vi.fn()
  const leave = longWait.subscribe(heard)
  const end = beginWait()
  vi.advanceTimersByTime(4900)
  expect(longWait.read()).toBe(false)
  vi.advanceTimersByTime(600)
  expect(longWait.read()).toBe(true)
  end()
  expect(longWait.read()).toBe(false)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
})

it("short waits do not add up", () => {
  const ends = [beginWait()]
  for (let second = 0; second < 8; second++) {
    vi.advanceTimersByTime(1000)
    ends.push(beginWait())
    ends.shift()?.()
    expect(longWait.read()).toBe(false)
  }
  for (const end of ends) end()
})

it("only visible waits count", () => {
  let isSeen = false
  const end = beginWait(() => isSeen)
  vi.advanceTimersByTime(20_000)
  expect(longWait.read()).toBe(false)
  isSeen = true
  vi.advanceTimersByTime(500)
  expect(longWait.read()).toBe(true)
  end()
})
