import { guidOf } from "../guid"
import type { ContainerRow } from "../rows"
import {
  eventFactor,
  isGardenFair,
  isShut,
  seasonFactor,
  type TradingDay,
  weekdayFactors,
} from "./season"

/** Inputs of a figure. `size` is around 1, `swing` from -1 to 1 and different every day. */
export interface Figure {
  readonly day: TradingDay
  readonly size: number
  readonly swing: number
  readonly label: number
  /** The store's country code. */
  readonly country: string | undefined
}

/** A KPI reported by stores. */
export interface DemoDataSet {
  readonly id: string
  readonly name: string
  readonly unit: string
  /** Its share of all data points. */
  readonly share: number
  readonly labels: readonly (string | null)[]
  /** 1 for every day, 7 for every Sunday. */
  readonly everyDays: 1 | 7
  readonly decimals: number
  /** Whether points name a person. */
  readonly personal: boolean
  /** The figure of a day. If `additive`, several points within the day divide it. */
  readonly figure: (of: Figure) => number
  readonly additive: boolean
}

const food = [0.94, 0.93, 0.97, 1.0, 1.01, 1.02, 0.98, 0.97, 0.98, 1.0, 1.03, 1.3]
const home = [0.95, 0.86, 0.9, 0.92, 0.93, 0.92, 0.94, 1.06, 1.02, 1.05, 1.25, 1.5]
const garden = [0.35, 0.5, 0.95, 1.6, 2.1, 1.7, 1.2, 0.95, 0.9, 0.7, 0.6, 1.05]
const curves = [food, home, garden] as const
const year = [0.92, 0.88, 0.95, 1.02, 1.08, 1.04, 1.0, 0.98, 0.97, 0.98, 1.06, 1.24]
const flu = [1.35, 1.45, 1.2, 1.0, 0.85, 0.8, 0.7, 0.75, 0.95, 1.05, 1.2, 1.25]
/** Sales of each label relative to the first one. */
const labelWeights = [1, 0.6, 0.5, 0.3, 0.2, 0.15] as const

/** In Germany shops are closed on Sundays. */
const isOpen = ({ day, country }: Figure) =>
  !(isShut(day.date) || (country === "DE" && day.weekday === 0))

const traffic = ({ day }: Figure) => (weekdayFactors[day.weekday] ?? 1) * eventFactor(day)
/** Factor by which the fair increases sales. */
const fairFactor = ({ day, country, label }: Figure) =>
  isGardenFair(day) && country === "DE" && label === 2 ? 9 : 1

function revenue(figure: Figure): number {
  if (!isOpen(figure)) return 0
  const { day, size, swing, label } = figure
  const season = seasonFactor(curves[label] ?? year, day.month)
  const trend = 1 + 0.07 * day.progress
  const base = 62_000 * size * (labelWeights[label] ?? 0.1)
  return base * traffic(figure) * season * trend * (1 + 0.12 * swing) * fairFactor(figure)
}

function footfall(figure: Figure): number {
  if (!isOpen(figure)) return 0
  const { day, size, swing } = figure
  const trend = 1 - 0.02 * day.progress
  return 980 * size * traffic(figure) * seasonFactor(year, day.month) * trend * (1 + 0.15 * swing)
}

function satisfaction({ day, size, swing, label }: Figure): number {
  const base = [82, 76, 85, 79][label] ?? 80
  const crowded = eventFactor(day) > 1.1 ? -5 : 0
  return Math.max(0, Math.min(100, base + 5 * (size - 1) + 4 * day.progress + crowded + 7 * swing))
}

function sickLeave({ day, swing, label }: Figure): number {
  const shift = day.weekday === 0 || day.weekday === 6 ? 5 : 7.4
  const share = seasonFactor(flu, day.month) * (0.75 + 0.5 * swing)
  if (label === 1 || share > 0.8) return shift
  return share > 0.5 ? shift / 2 : 2
}

function waste(figure: Figure): number {
  const { day, size, swing, label } = figure
  if (!isOpen(figure)) return 0
  const afterWeekend = day.weekday === 1 ? 1.3 : 1
  const heat = seasonFactor([0.9, 0.9, 0.9, 1, 1.1, 1.3, 1.35, 1.3, 1.1, 0.95, 0.9, 1.1], day.month)
  const trend = 1 - 0.18 * day.progress
  const base = ([34, 18, 11][label] ?? 10) * size
  return base * afterWeekend * heat * trend * (1 + 0.35 * swing)
}

const dataSet = (name: string, rest: Omit<DemoDataSet, "id" | "name">): DemoDataSet => ({
  id: guidOf("data-set", name),
  name,
  ...rest,
})

export const dataSets: readonly DemoDataSet[] = [
  dataSet("Revenue", {
    unit: "DKK",
    share: 0.5,
    labels: ["Food", "Home", "Garden"],
    everyDays: 1,
    decimals: 2,
    personal: false,
    figure: revenue,
    additive: true,
  }),
  dataSet("Footfall", {
    unit: "visitors",
    share: 0.2,
    labels: ["Main entrance"],
    everyDays: 1,
    decimals: 0,
    personal: false,
    figure: footfall,
    additive: true,
  }),
  dataSet("Customer satisfaction", {
    unit: "points of 100",
    share: 0.07,
    labels: ["Overall", "Checkout", "Staff", "Range"],
    everyDays: 7,
    decimals: 1,
    personal: false,
    figure: satisfaction,
    additive: false,
  }),
  dataSet("Sick leave", {
    unit: "hours",
    share: 0.09,
    labels: ["Own illness", "Child's first day", null],
    everyDays: 1,
    decimals: 1,
    personal: true,
    figure: sickLeave,
    additive: false,
  }),
  dataSet("Food waste", {
    unit: "kg",
    share: 0.14,
    labels: ["Bread", "Fruit and vegetables", "Dairy"],
    everyDays: 1,
    decimals: 1,
    personal: false,
    figure: waste,
    additive: true,
  }),
]

export const dataSetContainers = (): ContainerRow[] =>
  dataSets.map(({ id, name, unit }) => ({ kind: "dataSet", id, name, unit }))
