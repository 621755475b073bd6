import { expect, test } from "vitest"
import { findCopy, nextRefreshMs, type SyncStatus } from "./sync"

const now = Date.parse("2026-11-21T08:00:00Z")
const rested: SyncStatus = {
  operation: "data-points",
  parameters: { dataSetId: "a" },
  path: "/a",
  state: "idle",
  isWaiting: false,
  reason: null,
  retryAt: null,
  rows: 10,
  isComplete: true,
  syncedUntil: null,
  checkedAt: null,
  isAutomatic: false,
  keptFrom: null,
  isBehind: false,
  everyMinutes: 15,
  nextAt: null,
  run: null,
  ordererName: null,
  isMine: false,
  mayCancel: true,
  mayRemove: true,
}
const due = (nextAt: string, more: Partial<SyncStatus> = {}) => ({ ...rested, nextAt, ...more })

test("Copies are refreshed every 2 s while one of them is running.", () => {
  expect(nextRefreshMs([due("2026-11-21T09:00:00Z"), { ...rested, state: "running" }], now)).toBe(
    2000,
  )
})

test("Idle copies are refreshed when the first is due, but not before 10 s or after 5 min.", () => {
  const minute = due("2026-11-21T08:01:00Z")
  expect(nextRefreshMs([due("2026-11-21T09:00:00Z"), minute], now)).toBe(62_000)
  expect(nextRefreshMs([due("2026-11-21T07:00:00Z")], now)).toBe(10_000)
  expect(nextRefreshMs([due("2026-11-22T08:00:00Z")], now)).toBe(300_000)
})

test("Without copies they are refreshed after 10 s, because one may start automatically.", () => {
  expect(nextRefreshMs([], now)).toBe(10_000)
})

test("Copies that will not run automatically are not refreshed.", () => {
  expect(nextRefreshMs([rested, due("2026-11-21T08:01:00Z", { state: "paused" })], now)).toBe(false)
})

test("A copy is found by its list's operation and parameters.", () => {
  const other = { ...rested, parameters: { dataSetId: "b" } }
  expect(
    findCopy([rested, other], { operation: "data-points", parameters: { dataSetId: "b" } }),
  ).toBe(other)
  expect(findCopy([rested], { operation: "departments", parameters: {} })).toBeUndefined()
})
