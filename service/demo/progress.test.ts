import { expect, test } from "vitest"
import { countsFor } from "./counts"
import { totalsFor } from "./load"
import { type DemoProgress, trackProgress } from "./progress"

const none = Object.fromEntries(Object.keys(totalsFor(countsFor(0.001))).map((name) => [name, 0]))
const totals = { ...none, department: 1_000, dataPoint: 9_000 } as ReturnType<typeof totalsFor>

function load(made: number) {
  const reports: DemoProgress[] = []
  const track = trackProgress(totals, (progress) => reports.push(progress), 3_000)
  const departments = track("department")
  for (let row = 0; row < 1_000; row++) departments.countRow()
  departments.finish()
  const points = track("dataPoint")
  for (let row = 0; row < made; row++) points.countRow()
  for (const built of [0, 1, 2]) points.onIndex(built, 2)
  points.finish()
  return { reports, rebuilt: [departments.rebuildIndexes, points.rebuildIndexes] }
}

test("Rows and indexes of a large record count half of its progress each.", () => {
  const { reports, rebuilt } = load(9_000)
  expect(rebuilt).toEqual([false, true])
  expect(reports.map(({ phase, rows, share }) => [phase, rows, share])).toEqual([
    ["rows", 1_000, 0.1],
    ["rows", 4_000, 0.25],
    ["rows", 7_000, 0.4],
    ["rows", 10_000, 0.55],
    ["indexes", 10_000, 0.55],
    ["indexes", 10_000, 0.775],
    ["indexes", 10_000, 1],
    ["rows", 10_000, 1],
  ])
})

test.each([8_000, 9_500])(
  "The share never decreases and ends at 1 with %d rows instead of 9,000.",
  (made) => {
    const shares = load(made).reports.map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  },
)
