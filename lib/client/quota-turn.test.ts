import { expect, test } from "vitest"
import type { Quota } from "./quota"
import type { QuotaSight } from "./quota-store"
import { followTurn, type Turn } from "./quota-turn"

const none = { person: 0, export: 0, sync: 0 }
const idle: Quota = {
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 95,
  usedByLane: none,
  waiting: none,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
  isDown: false,
}

interface Seen extends Partial<Omit<Quota, "waiting">> {
  readonly waiting: number
}

const sightAt = (at: number, { waiting, ...figures }: Seen): QuotaSight => ({
  at,
  quota: { ...idle, ...figures, waiting: { ...none, person: waiting } },
})

const follow = (...sights: QuotaSight[]) => sights.reduce<Turn | undefined>(followTurn, undefined)

test("nobody waits for the quota while there is no queue, or one that goes at once", () => {
  expect(follow(sightAt(0, { waiting: 0 }))).toBeUndefined()
  expect(follow(sightAt(0, { waiting: 3 }))).toBeUndefined()
  expect(followTurn(undefined, undefined)).toBeUndefined()
})

test("those who come later neither put the place back nor the time off", () => {
  const first = sightAt(1000, { waiting: 4, freeInSeconds: 5, turnInSeconds: 20 })
  const later = sightAt(2000, { waiting: 30, freeInSeconds: 4, turnInSeconds: 55 })
  const served = sightAt(7000, { waiting: 2, freeInSeconds: 1, turnInSeconds: 9 })
  expect(follow(first, later)).toEqual({ place: 4, until: 21_000, isPaused: false })
  expect(follow(first, later, served)).toEqual({ place: 2, until: 16_000, isPaused: false })
})

test("a pause puts everybody off, and is told", () => {
  const first = sightAt(0, { waiting: 1, freeInSeconds: 3, turnInSeconds: 3 })
  const paused = { waiting: 1, freeInSeconds: 40, turnInSeconds: 40, pausedSeconds: 40 }
  expect(follow(first, sightAt(1000, paused))).toEqual({
    place: 1,
    until: 41_000,
    isPaused: true,
  })
})

test("who waited does so no longer once the queue is empty", () => {
  const first = sightAt(0, { waiting: 1, freeInSeconds: 3, turnInSeconds: 3 })
  expect(follow(first, sightAt(3000, { waiting: 0 }))).toBeUndefined()
})
