import { hour, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { listDepartments } from "../departments/tree"
import { userId } from "../people"
import type { DemoRow, Values } from "../rows"
import { type DemoDataSet, dataSets } from "./data-sets"
import { type TradingDay, tradingDays } from "./season"
import { type DemoSeries, draw, planSeries, reportingShare } from "./series"

const purposes = { gap: 0, swing: 1, empty: 2, anonymous: 3, person: 4 } as const
const staffOfStore = 40

/** A single daily report is at noon UTC. Several are spread over the opening hours. */
function timeOf(day: TradingDay, { slot, slots }: DemoSeries): number {
  if (slots === 1) return day.time
  return day.time - 5 * hour + Math.floor((12 * 60 * slot) / slots) * 60_000
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** A member of the store's staff, the same one for several days in a row. */
function personOf(series: DemoSeries, day: TradingDay, label: number): string | null {
  const spell = Math.floor(day.index / 3)
  const random = draw(series, spell, label, purposes.person)
  return random < 0.04
    ? null
    : userId(series.store * staffOfStore + Math.floor(random * staffOfStore))
}

function measure(dataSet: DemoDataSet, series: DemoSeries, day: TradingDay, label: number): number {
  const swing = 2 * draw(series, day.index, label, purposes.swing) - 1
  const { size, country, slots } = series
  const figure = dataSet.figure({ day, size, country, label, swing })
  return round(dataSet.additive ? figure / slots : figure, dataSet.decimals)
}

function* pointsOn(
  day: TradingDay,
  dataSet: DemoDataSet,
  series: DemoSeries,
): Generator<Values<"dataPoint">> {
  const timeStamp = printInstant(timeOf(day, series))
  for (const [label, name] of dataSet.labels.entries()) {
    if (draw(series, day.index, label, purposes.gap) >= reportingShare) continue
    const isEmpty = draw(series, day.index, label, purposes.empty) < 0.002
    const isAnonymous =
      !dataSet.additive && draw(series, day.index, label, purposes.anonymous) < 0.02
    yield {
      label: name,
      timeStamp,
      value: isEmpty ? null : measure(dataSet, series, day, label),
      departmentId: isAnonymous ? null : series.departmentId,
      userId: dataSet.personal ? personOf(series, day, label) : null,
    }
  }
}

const daysOf = ({ everyDays }: DemoDataSet) =>
  tradingDays().filter(({ weekday }) => everyDays === 1 || weekday === 0)

function* pointsOf(
  dataSet: DemoDataSet,
  series: readonly DemoSeries[],
): Generator<DemoRow<"dataPoint">> {
  const scope = { dataSetId: dataSet.id }
  for (const day of daysOf(dataSet))
    for (const one of series)
      if (day.index >= one.firstDay)
        for (const values of pointsOn(day, dataSet, one)) yield { scope, values }
}

/** The data sets with the series that report them. */
function planDataSets(counts: Counts) {
  const stores = listDepartments(counts.departments).filter((node) => node.store !== undefined)
  return dataSets.map((dataSet) => {
    const series = planSeries(dataSet, stores, counts.dataPoints * dataSet.share)
    return { dataSet, series }
  })
}

/** The approximate number of points. Missing reports are only known when points are generated. */
export function countDemoPoints(counts: Counts): number {
  const due = planDataSets(counts).map(({ dataSet, series }) => {
    const days = daysOf(dataSet).map(({ index }) => index)
    const reports = series.map(({ firstDay }) => days.filter((index) => index >= firstDay).length)
    return dataSet.labels.length * reports.reduce((sum, count) => sum + count, 0)
  })
  return Math.round(reportingShare * due.reduce((sum, count) => sum + count, 0))
}

/**
 * Two years of points, oldest first within a data set. A day without a point is a missing report, 0
 * a closed shop, null a lost value.
 */
export function* dataPoints(counts: Counts): Generator<DemoRow<"dataPoint">> {
  for (const { dataSet, series } of planDataSets(counts)) yield* pointsOf(dataSet, series)
}
