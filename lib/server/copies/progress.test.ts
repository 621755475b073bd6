import { expect, test } from "vitest"
import type { SyncedList, SyncSegment } from "../../records"
import { cutTime } from "./plan-run"
import { completenessOf, statusOf } from "./progress"

const day = (number: number) => `2024-01-${`${number}`.padStart(2, "0")}T00:00:00.000000Z`

const segment = (number: number, more: Partial<SyncSegment>): SyncSegment => ({
  number,
  span: "time",
  lower: null,
  upper: null,
  firstKey: null,
  lastKey: null,
  openKey: null,
  place: "{}",
  pages: 0,
  calls: 0,
  rows: 0,
  inserted: 0,
  changed: 0,
  deleted: 0,
  busyMs: 0,
  ...more,
})

const list = (segments: SyncSegment[], more: Partial<SyncedList> = {}): SyncedList => ({
  id: "1",
  path: "/v1.4/points",
  operation: "data-points",
  parameters: "{}",
  state: "running",
  everyMinutes: 15,
  wantsCheck: false,
  nextAt: null,
  checkAt: null,
  retryAt: null,
  reason: null,
  failures: 0,
  rows: 0,
  syncedUntil: null,
  checkedAt: null,
  isBehind: false,
  isLeased: true,
  isAutomatic: false,
  hasRank: false,
  keptFrom: null,
  orderedBy: null,
  ordererName: null,
  isOutdated: false,
  run: {
    id: "1",
    kind: "full",
    startedAt: "2024-02-01T00:00:00Z",
    isPlanned: true,
    isOpen: true,
    calls: 1,
  },
  segments,
  ...more,
})

const half = [
  segment(1, { upper: day(11), firstKey: day(1), lastKey: day(11), place: null, pages: 10 }),
  segment(2, {
    lower: day(11),
    lastKey: day(31),
    openKey: day(11),
    pages: 0,
    calls: 0,
  }),
]

test("A first copy is as far as its intervals of time are, and what is left costs as much for each day.", () => {
  const [first, second] = half.map((each) => ({
    ...each,
    rows: 500,
    inserted: 500,
    busyMs: 60_000,
  }))
  if (!first || !second) throw new Error("There are two segments.")
  const going = { ...second, openKey: day(16), pages: 5, calls: 6 }
  const { run, rows, isComplete } = statusOf(list([first, going]))
  expect(run).toMatchObject({ share: 0.5, pages: 15, callsLeft: 15, minutesLeft: 3, calls: 7 })
  expect([rows, isComplete]).toEqual([1000, false])
})

test("A re-check is as far as its rows are among those of the last run.", () => {
  const known = { rows: 4000, checkedAt: new Date(0), syncedUntil: new Date(0) }
  const { run } = statusOf(list([segment(1, { rows: 1000, pages: 1 })], known))
  expect(run).toMatchObject({ share: 0.25, callsLeft: 3 })
})

test("Before the first page nobody can tell how far a copy is.", () => {
  const { run } = statusOf(list([segment(1, {})]))
  expect(run).toMatchObject({ share: null, callsLeft: null, minutesLeft: null })
})

test("What the segments of a first copy have not closed are its gaps.", () => {
  expect(completenessOf(undefined).state).toBe("none")
  expect(completenessOf(list([segment(1, {})]))).toMatchObject({
    state: "none",
    gaps: [{ from: null, to: null }],
  })
  expect(completenessOf(list(half))).toEqual({
    state: "partial",
    syncedUntil: null,
    gaps: [{ from: day(11), to: null }],
  })
  const checkedAt = new Date("2024-02-02T00:00:00Z")
  expect(completenessOf(list(half, { checkedAt, syncedUntil: checkedAt }))).toEqual({
    state: "complete",
    syncedUntil: "2024-02-02T00:00:00.000Z",
    gaps: [],
  })
})

test("Time is cut on whole hours, inside of its ends and never twice at one place.", () => {
  expect(cutTime(day(1), day(5), 4)).toEqual([day(2), day(3), day(4)])
  const short = cutTime("2024-01-01T10:05:00Z", "2024-01-01T11:10:00Z", 4)
  expect(short).toEqual(["2024-01-01T11:00:00.000000Z"])
  expect(cutTime(day(1), day(1), 4)).toEqual([])
})
