import { expect, test } from "vitest"
import {
  followQueue,
  type QueuePosition,
  type Quota,
  type QuotaSnapshot,
  secondsForCalls,
} from "./quota"

const none = { person: 0, export: 0, sync: 0 }
const idle: Quota = {
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 0,
  usedByLane: none,
  waiting: none,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
  isDown: false,
}

interface Figures extends Partial<Omit<Quota, "waiting">> {
  readonly waiting: number
}

const snapshotAt = (at: number, { waiting, ...figures }: Figures): QuotaSnapshot => ({
  at,
  quota: { ...idle, used: 95, ...figures, waiting: { ...none, person: waiting } },
})

const follow = (...snapshots: QuotaSnapshot[]) =>
  snapshots.reduce<QueuePosition | undefined>(followQueue, undefined)

test("there is no queue position if nobody waits or the queue moves at once", () => {
  expect(follow(snapshotAt(0, { waiting: 0 }))).toBeUndefined()
  expect(follow(snapshotAt(0, { waiting: 3 }))).toBeUndefined()
  expect(followQueue(undefined, undefined)).toBeUndefined()
})

test("later requests change neither the position nor the time", () => {
  const first = snapshotAt(1000, { waiting: 4, freeInSeconds: 5, turnInSeconds: 20 })
  const later = snapshotAt(2000, { waiting: 30, freeInSeconds: 4, turnInSeconds: 55 })
  const served = snapshotAt(7000, { waiting: 2, freeInSeconds: 1, turnInSeconds: 9 })
  expect(follow(first, later)).toEqual({ position: 4, until: 21_000, isPaused: false })
  expect(follow(first, later, served)).toEqual({ position: 2, until: 16_000, isPaused: false })
})

test("a pause delays the queue and is shown with the position", () => {
  const first = snapshotAt(0, { waiting: 1, freeInSeconds: 3, turnInSeconds: 3 })
  const paused = { waiting: 1, freeInSeconds: 40, turnInSeconds: 40, pausedSeconds: 40 }
  expect(follow(first, snapshotAt(1000, paused))).toEqual({
    position: 1,
    until: 41_000,
    isPaused: true,
  })
})

test("the position is cleared once the queue is empty", () => {
  const first = snapshotAt(0, { waiting: 1, freeInSeconds: 3, turnInSeconds: 3 })
  expect(follow(first, snapshotAt(3000, { waiting: 0 }))).toBeUndefined()
})

test("calls within the free quota take no time; further calls wait for the window", () => {
  expect(secondsForCalls(40, { ...idle, used: 55 })).toBe(0)
  expect(secondsForCalls(95, { ...idle, used: 95 })).toBe(61)
  expect(secondsForCalls(5000, idle)).toBe(Math.ceil((4905 * 61) / 95))
})

test("a pause of the platform adds to the time, and without a limit the time is unknown", () => {
  expect(secondsForCalls(1, { ...idle, pausedSeconds: 30 })).toBe(30)
  expect(secondsForCalls(1, { ...idle, limit: null })).toBeUndefined()
})
