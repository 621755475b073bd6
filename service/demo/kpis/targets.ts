import { type Direction, type GoalTarget, measureOf } from "@/lib/catalogue"
import { anchor, historyDays } from "../anchor"
import { countsFor } from "../counts"
import { listDepartments } from "../departments/tree"
import { RandomStream } from "../random"
import { dataSets } from "./data-sets"
import { eventFactor, isGardenFair, tradingDays } from "./season"
import { type DemoSeries, planSeries } from "./series"

/** Whether more of a demo data set is good news. */
const directions: Readonly<Record<string, Direction>> = {
  Revenue: "higher",
  Footfall: "higher",
  "Customer satisfaction": "higher",
  "Sick leave": "lower",
  "Food waste": "lower",
}

/** Planned figures: the year's curve without random variation, some of them too optimistic. */
const boldness = { least: 0.9, most: 1.12 } as const
const rounded = 1000

/** Months after the first 24, so that a year that has begun is planned to its end. */
const monthsAhead = 13

function monthsOf(): string[] {
  const first = new Date(anchor - historyDays * 86_400_000)
  const count = 24 + monthsAhead
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1))
      .toISOString()
      .slice(0, 7),
  )
}

/** A store's average sales per month on a day without special events. */
function planOf(series: readonly DemoSeries[]): Map<string, number> {
  const [revenue] = dataSets
  const days = new Map<string, number[]>()
  for (const day of tradingDays().filter(
    (each) => eventFactor(each) === 1 && !isGardenFair(each),
  )) {
    const month = new Date(day.time).toISOString().slice(5, 7)
    const sum = series.reduce(
      (all, { size, country, slots }) =>
        all +
        (revenue?.labels ?? []).reduce(
          (own, _, label) =>
            own + (revenue?.figure({ day, size, country, label, swing: 0 }) ?? 0) / slots,
          0,
        ),
      0,
    )
    days.set(month, [...(days.get(month) ?? []), sum])
  }
  return new Map(
    [...days].map(([month, sums]) => [
      month,
      sums.reduce((all, sum) => all + sum, 0) / sums.length,
    ]),
  )
}

/** Monthly revenue targets of each store, and whether more of each data set is better. */
export function demoGoals(scale: number) {
  const counts = countsFor(scale)
  const stores = listDepartments(counts.departments).filter((node) => node.store !== undefined)
  const [revenue] = dataSets
  if (!revenue) throw new Error("The demo has no revenue.")
  const byStore = new Map<string, DemoSeries[]>()
  for (const series of planSeries(revenue, stores, counts.dataPoints * revenue.share))
    byStore.set(series.departmentId, [...(byStore.get(series.departmentId) ?? []), series])
  const targets = [...byStore].flatMap(([owner, series]) => {
    const random = new RandomStream(["target", owner])
    const bold = boldness.least + random.fraction() * (boldness.most - boldness.least)
    const plan = planOf(series)
    return monthsOf().map((month): GoalTarget => {
      const days = new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate()
      const sum = (plan.get(month.slice(5)) ?? 0) * days * bold
      return { owner, month, value: Math.round(sum / rounded) * rounded }
    })
  })
  return dataSets.map(({ id, name, unit }) => ({
    dataSetId: id,
    measure: measureOf(unit),
    direction: directions[name] ?? ("neutral" as const),
    targets: id === revenue.id ? targets : [],
  }))
}
