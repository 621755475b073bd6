import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import type { DayOrder, DayOutcome } from "../day/day-order"
import { type DayPlan, dayPlans } from "../day/day-plan"
import { startProgram } from "../kpi/start-program"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Suite } from "../suite"

const minuteMs = 60_000
const [limit, callsAMinute] = [95, 80]
/** Minutes. */
const [hour, wholeDay] = [60, 1440]
/** How much longer a read may wait with copies: either limit suffices. */
const [mostMs, mostRatio] = [750, 1.1]

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

function waitRows(beside: DayOutcome, without: DayOutcome): Row[] {
  const row = (name: string, of: (waits: readonly number[]) => number): Row => ({
    name: `People's reads, ${name}`,
    unit: "ms",
    figure: of(beside.waits),
    baseline: { name: "the same day without copies", figure: of(without.waits) },
  })
  const late = beside.waits.filter((wait, index) => {
    const alone = without.waits[index] ?? 0
    return wait > alone * mostRatio && wait > alone + mostMs
  })
  return [
    {
      name: "Reads that wait a tenth and 0.75 s longer",
      unit: "reads",
      figure: late.length,
      baseline: { name: "all reads", figure: beside.waits.length },
      goal: { atMost: 0 },
    },
    ...[0.5, 0.95, 0.99].map((at) => row(`p${at * 100}`, (waits) => percentile(waits, at))),
    row("longest", (waits) => Math.max(...waits)),
    row("mean", mean),
  ]
}

function copyRows({ copyCalls, mostInAMinute, refused, copies }: DayOutcome, plan: DayPlan): Row[] {
  if (!copies) throw new Error("Nothing was copied.")
  const { claimed, usual, missing } = copies
  const minutes = (plan.dayEnds - plan.dayBegins) / minuteMs
  const evening = (plan.dayBegins - plan.startsAt) / minuteMs
  const goal = (figure: number) => ({ name: "goal", figure })
  const behind = (name: string, figure: number, most: number): Row => {
    return { name, unit: "min", figure, baseline: goal(most), goal: { atMost: 1 } }
  }
  const count = (name: string, figure: number): Row => {
    return {
      name,
      unit: "of them",
      figure,
      baseline: { name: "none", figure: 1 },
      goal: { atMost: 0 },
    }
  }
  return [
    {
      name: "Calls by copies",
      unit: "calls",
      figure: copyCalls,
      baseline: { name: "what the quota leaves idle", figure: minutes * callsAMinute },
      goal: { atMost: 1 },
    },
    {
      name: "Most calls in 60 s",
      unit: "calls",
      figure: mostInAMinute,
      baseline: { name: "limit", figure: limit },
      goal: { atMost: 1 },
    },
    {
      name: "First copy of everything",
      unit: "min",
      figure: copies.firstCopyMinutes,
      baseline: { name: "until the measured time is over", figure: evening + minutes },
    },
    behind("Data sets behind, median", usual.dataSets, hour),
    behind("Lists of posts behind, median", usual.posts, hour),
    behind("Lists under posts and forms behind, median", usual.children, wholeDay),
    behind("Data sets at most behind", claimed.dataSets, hour),
    behind("Lists of posts at most behind", claimed.posts, hour),
    behind("Lists under posts and forms at most behind", claimed.children, wholeDay),
    behind("Oldest point that was missing", missing.dataSets, hour),
    behind("Oldest change of a post that was missing", missing.posts, hour),
    behind("Oldest change under posts and forms that was missing", missing.children, wholeDay),
    count("Changes missing that are older than a copy says", copies.untrue),
    count("Calls that the platform refused with 429", refused),
    count(`Copies of ${copies.compared} that differ from the platform's lists`, copies.different),
  ]
}

/**
 * Simulates a day of people at the platform's rate limit, with and without automatic copies: the
 * cost for people, and the lag of the copies.
 */
export const day: Suite = async (context) => {
  const { keep, print, size } = context
  const databases = ["without", "beside"]
  const server = keep(await startTemporaryPostgres({ databases }))
  const simulate = async (name: string, hasCopies: boolean) => {
    const program = startProgram<DayOrder, DayOutcome>(context, "../day/day-program.ts")
    const outcome = await program.run({ size, databaseUrl: server.url(name), hasCopies })
    await program.stop()
    if (outcome.failures.length > 0)
      throw new Error(`People's reads failed: ${outcome.failures.slice(0, 3).join(", ")}.`)
    return outcome
  }
  print("A day without copies is simulated …")
  const without = await simulate("without", false)
  print("The same day beside copies is simulated, and the evening before it …")
  const beside = await simulate("beside", true)
  const { copies } = beside
  print(
    `${beside.waits.length} reads of people. ${copies?.samples} samples after the first copy. At worst: ${copies?.worst.join("; ")}. Faults: ${copies?.faults.join(" ") || "none"}.`,
  )
  return { rows: [...waitRows(beside, without), ...copyRows(beside, dayPlans[size])] }
}
