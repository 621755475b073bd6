import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { startProgram } from "../kpi/start-program"
import { median } from "../median"
import type { Row } from "../row"
import type { Suite } from "../suite"
import {
  editsOfADay,
  type TableSize,
  type YearOrder,
  type YearOutcome,
  type YearPlan,
  yearPlans,
} from "../year/year-plan"

/** 5 % of 100 requests in each of a day's minutes. */
const callsForChecks = 100 * 1440 * 0.05

/** Tables whose rows are over within a month, so that they are as large in the last month as in the first. */
const shortLived = [
  "session",
  "answer",
  "answer_claim",
  "keyed_document",
  "export_job",
  "export_page",
  "export_part",
  "sync_run",
  "sync_segment",
  "sync_checked",
  "sync_calls",
  "sync_check_calls",
  "point_rollup_due",
  "point_band_due",
]

/** The daily work that has as much to do in the last month as in the first. */
const evenWork = {
  "New points, with all that follows them": ["new points"],
  "of it, looking for points of persons": ["looking for points of persons"],
  "Removing what is over within days": [
    "removing exports",
    "retention: answers",
    "retention: documents",
    "retention: sessions",
    "retention: calls",
    "retention: demand",
  ],
}

/** The daily work that has something to do only once there is something old. */
const lateWork = {
  "Removing old edits, batches, records opened": [
    "retention: edits",
    "retention: batches",
    "retention: recents",
  ],
  "Months of the audit": ["months of the audit", "retention: audit"],
}

const mebibyte = 2 ** 20
const bytesOf = ({ heap, indexes, toast }: TableSize) => heap + indexes + toast

/** The days of a month on which the work was done, each with all of its kinds. */
function daysOf(
  { times }: YearOutcome,
  kinds: readonly string[],
  { from, to }: { from: number; to: number },
) {
  const sums = Array.from({ length: to - from }, (_, index) =>
    kinds.reduce((sum, kind) => sum + (times[kind]?.[from + index] ?? 0), 0),
  )
  return sums.filter((ms) => ms > 0)
}

function workRows(outcome: YearOutcome, { month, days }: YearPlan): Row[] {
  const row = (name: string, kinds: readonly string[], isEven: boolean): Row => {
    const first = daysOf(outcome, kinds, { from: 1, to: month })
    const last = daysOf(outcome, kinds, { from: days - month, to: days })
    return {
      name: `${name}, a day of the last ${month}`,
      unit: "ms",
      figure: median(last),
      baseline: { name: `a day of the first ${month}`, figure: median(first) },
      ...(isEven && { goal: { atMost: 1.5 } }),
    }
  }
  const rows = (works: Readonly<Record<string, readonly string[]>>, isEven: boolean) =>
    Object.entries(works).map(([name, kinds]) => row(name, kinds, isEven))
  return [...rows(evenWork, true), ...rows(lateWork, false)]
}

function sizeRows({ sizes }: YearOutcome, plan: YearPlan): Row[] {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last) throw new Error("No table was measured.")
  type Measured = typeof first
  const sum = (of: Measured, names: readonly string[], bytes: (size: TableSize) => number) =>
    of.tables.filter(({ name }) => names.includes(name)).reduce((all, each) => all + bytes(each), 0)
  const compare = (
    name: string,
    unit: string,
    of: (at: Measured) => number,
    most: number,
  ): Row => ({
    name,
    unit,
    figure: of(last),
    baseline: { name: `after ${first.day} days`, figure: of(first) },
    goal: { atMost: most },
  })
  const perPoint =
    (names: readonly string[], bytes: (size: TableSize) => number) => (at: Measured) =>
      sum(at, names, bytes) / (at.day * plan.points * plan.dataSets)
  const rollups = ["point_rollup_by_label", "point_rollup_by_department"]
  const editsKept = ({ day }: Measured) => Math.min(day, plan.keptDays) * editsOfADay(plan)
  return [
    compare(
      "Disk a point, its record",
      "bytes",
      perPoint(["data_point"], (size) => size.heap + size.toast),
      1.1,
    ),
    compare(
      "Disk a point, indexes",
      "bytes",
      perPoint(["data_point"], (size) => size.indexes),
      1.1,
    ),
    compare("Disk a point, rollups", "bytes", perPoint(rollups, bytesOf), 1.1),
    compare(
      "Disk an edit, indexes included",
      "bytes",
      (at) => sum(at, ["edit"], bytesOf) / editsKept(at),
      1.1,
    ),
    compare(
      "Tables of what is over within a month",
      "MiB",
      (at) => sum(at, shortLived, bytesOf) / mebibyte,
      1.5,
    ),
  ]
}

function checkRows({
  checkCalls,
  checks,
  promised,
  foundAfter,
  longestUnseen,
}: YearOutcome): Row[] {
  const quota = { name: "5 % of the quota", figure: callsForChecks }
  const [first, last] = [checks[0], checks.at(-1)]
  if (!first || !last) throw new Error("Nothing was compared.")
  const days = { name: "promised", figure: promised }
  const all = (figure: "calls" | "pages") => checks.reduce((sum, each) => sum + each[figure], 0)
  const goal = { atMost: 1 }
  return [
    {
      name: "Calls for checks, the most of a day",
      unit: "calls",
      figure: Math.max(...checkCalls),
      baseline: quota,
      goal,
    },
    {
      name: "the same, the median day",
      unit: "calls",
      figure: median([...checkCalls]),
      baseline: quota,
      goal,
    },
    {
      name: `Calls of ${checks.length} days on which all that is old was compared`,
      unit: "calls",
      figure: all("calls"),
      baseline: { name: "pages of old rows", figure: all("pages") },
      goal: { atMost: 1.05 },
    },
    {
      name: `A page read and compared, after ${last.day} days`,
      unit: "ms",
      figure: last.ms / last.allCalls,
      baseline: { name: `after ${first.day} days`, figure: first.ms / first.allCalls },
      goal: { atMost: 1.5 },
    },
    {
      name: "Changes of old rows, the last was found after",
      unit: "days",
      figure: foundAfter,
      baseline: days,
      goal,
    },
    {
      name: "An old row was not compared for at most",
      unit: "days",
      figure: longestUnseen,
      baseline: days,
      goal,
    },
  ]
}

const printSize = ({ name, heap, indexes, toast }: TableSize) =>
  `${name} ${[heap, indexes, toast].map((bytes) => (bytes / mebibyte).toFixed(1)).join(" + ")}`

/** A year of a company's days: how large tables become, what the daily work costs, and what checks take of the quota. */
export const year: Suite = async (context) => {
  const { keep, print, size } = context
  const plan = yearPlans[size]
  const server = keep(await startTemporaryPostgres({ databases: ["year"] }))
  const program = startProgram<YearOrder, YearOutcome>(context, "../year/year-program.ts")
  print(`${plan.days} days are simulated …`)
  const outcome = await program.run({ size, databaseUrl: server.url("year") })
  await program.stop()
  const { left, sizes, written, checks, faults } = outcome
  for (const { day, tables } of sizes)
    print(
      `MiB after ${day} days, table + indexes + TOAST: ${tables.slice(0, 16).map(printSize).join(", ")}.`,
    )
  print(`Written: ${JSON.stringify(written)}. Compared: ${JSON.stringify(checks)}.`)
  print(`Left: ${JSON.stringify(left)}. Faults: ${faults.join(" ") || "none"}.`)
  const over: Row = {
    name: "Rows that are there longer than they are kept",
    unit: "rows",
    figure: Object.values(left).reduce((sum, count) => sum + count, 0),
    baseline: { name: "none", figure: 1 },
    goal: { atMost: 0 },
  }
  const rows = [...sizeRows(outcome, plan), ...workRows(outcome, plan), over, ...checkRows(outcome)]
  return { rows }
}
