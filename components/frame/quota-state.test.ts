import { expect, test } from "vitest"
import type { Quota } from "@/lib/client"
import { quotaState } from "./quota-state"

const none = { person: 0, export: 0, sync: 0 }
const idle: Quota = {
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 62,
  usedByLane: none,
  waiting: none,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
  isDown: false,
}
const passing = { ...idle, waiting: { ...none, person: 2 } }
const waiting = { ...passing, turnInSeconds: 4 }

test.each([
  ["calm", idle],
  ["calm", { ...idle, waiting: { ...none, sync: 40, export: 3 } }],
  ["calm", passing],
  ["waiting", waiting],
  ["paused", { ...waiting, pausedSeconds: 12 }],
  ["down", { ...waiting, pausedSeconds: 12, isDown: true }],
] as const)("the quota meter is %s", (state, quota) => {
  expect(quotaState(quota)).toBe(state)
})
