import { expect, test } from "vitest"
import type { SyncedList, SyncRun, SyncWindow } from "../../records"
import { completenessOf, statusOf } from "./progress"

const day = (number: number) => `2024-01-${`${number}`.padStart(2, "0")}T00:00:00.000000Z`
const startedAt = "2024-02-01T00:00:00Z"
const now = Date.parse(startedAt) + 3 * 60_000

const windowOf = (more: Partial<SyncWindow>): SyncWindow => ({
  span: "time",
  lower: null,
  upper: null,
  firstKey: null,
  openKey: null,
  isRead: false,
  ...more,
})

const runOf = (windows: SyncWindow[], more: Partial<SyncRun> = {}): SyncRun => ({
  kind: "full",
  startedAt,
  pages: 0,
  calls: 0,
  rows: 0,
  inserted: 0,
  changed: 0,
  deleted: 0,
  windows,
  ...more,
})

const list = (run: SyncRun | null, more: Partial<SyncedList> = {}): SyncedList => ({
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
  hasRank: false,
  keptFrom: null,
  orderedBy: null,
  ordererName: null,
  run,
  ...more,
})

const half = [
  windowOf({ lower: day(11), upper: day(21), firstKey: day(11), openKey: day(20), isRead: true }),
  windowOf({ lower: day(1), upper: day(11) }),
]

test("A first copy's progress is its share of the time range; the rest is estimated at the pace so far.", () => {
  const [newest, oldest] = half as [SyncWindow, SyncWindow]
  const run = runOf([newest, { ...oldest, openKey: day(6) }], { pages: 15, calls: 16 })
  expect(statusOf(list(run, { rows: 1000 }), now)).toMatchObject({
    rows: 1000,
    isComplete: false,
    run: { share: 0.75, pages: 15, callsLeft: 5, minutesLeft: 1, calls: 16 },
  })
})

test("A re-check's progress is the share of the last run's rows that it has read.", () => {
  const known = { rows: 4000, checkedAt: new Date(0), syncedUntil: new Date(0) }
  const { run } = statusOf(list(runOf([windowOf({})], { rows: 1000, pages: 1 }), known), now)
  expect(run).toMatchObject({ share: 0.25, callsLeft: 3 })
})

test("Before the first page, the progress of a copy is unknown.", () => {
  const { run } = statusOf(list(runOf([windowOf({})])), now)
  expect(run).toMatchObject({ share: null, callsLeft: null, minutesLeft: null })
})

test("The gaps of a copy are its unfinished windows and the time before its retention.", () => {
  expect(completenessOf(undefined).state).toBe("none")
  const none = { state: "none", gaps: [{ from: null, to: null }] }
  expect(completenessOf(list(runOf(half)))).toMatchObject(none)
  expect(completenessOf(list(runOf(half, { pages: 3 })))).toEqual({
    state: "partial",
    syncedUntil: null,
    gaps: [
      { from: null, to: day(1) },
      { from: day(1), to: day(11) },
    ],
  })
  const checkedAt = new Date("2024-02-02T00:00:00Z")
  const whole = { checkedAt, syncedUntil: checkedAt }
  expect(completenessOf(list(runOf(half), whole))).toEqual({
    state: "complete",
    syncedUntil: "2024-02-02T00:00:00.000Z",
    gaps: [],
  })
  const keptFrom = new Date("2024-01-05T00:00:00Z")
  expect(completenessOf(list(null, { ...whole, keptFrom })).gaps).toEqual([
    { from: null, to: "2024-01-05T00:00:00.000Z" },
  ])
})
