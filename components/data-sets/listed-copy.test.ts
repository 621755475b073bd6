import { expect, test } from "vitest"
import type { SyncProgress, SyncStatus } from "@/lib/client"
import { type ShownState, shownState, showsProgress } from "./listed-copy"

const run = (kind: SyncProgress["kind"]): SyncProgress => ({
  kind,
  startedAt: "2026-11-21T08:00:00Z",
  pages: 1,
  calls: 1,
  rows: 1000,
  share: null,
  callsLeft: null,
  minutesLeft: null,
})
const copy = (more: Partial<SyncStatus>): SyncStatus => ({
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
  ...more,
})
const first = { isComplete: false, rows: 0 }

const states: readonly (readonly [string, SyncStatus | undefined, ShownState])[] = [
  ["A list without a copy", undefined, "none"],
  ["A first copy", copy({ ...first, state: "running", run: run("full") }), "copying"],
  ["A first copy that is being planned", copy({ ...first, state: "running" }), "copying"],
  [
    "A copy that reads what is new",
    copy({ state: "running", run: run("incremental") }),
    "updating",
  ],
  ["A copy that is compared", copy({ state: "running", run: run("recheck") }), "checking"],
  ["A copy that is held up", copy({ ...first, state: "running", isWaiting: true }), "waiting"],
  ["A copy that somebody stopped", copy({ state: "paused", run: run("full") }), "paused"],
  ["A copy at rest", copy({}), "complete"],
  ["A first copy that was given up", copy(first), "part"],
  ["A copy that a person has to mend", copy({ state: "failed" }), "failed"],
]

test.each(states)("%s is shown with the right state.", (_, status, shown) => {
  expect(shownState(status)).toBe(shown)
})

test("Full runs, rechecks and paused runs have a progress bar.", () => {
  const running = (kind: SyncProgress["kind"]) => copy({ state: "running", run: run(kind) })
  expect(
    ["full", "recheck", "incremental"].map((kind) => showsProgress(running(kind as "full"))),
  ).toEqual([true, true, false])
  expect(showsProgress(copy({ state: "paused", run: run("incremental") }))).toBe(true)
  expect(showsProgress(copy({}))).toBe(false)
})
