import { describe, expect, it } from "vitest"
import { anchor, day } from "../anchor"
import { countsFor } from "../counts"
import { dataSets } from "./data-sets"
import { dataPoints } from "./points"

interface Point {
  readonly time: Date
  readonly value: number
}

function pointsOf(name: string, label?: string): Point[] {
  const id = dataSets.find((dataSet) => dataSet.name === name)?.id
  return [...dataPoints(countsFor(0.3))].flatMap(({ scope, values }) => {
    const wanted = scope.dataSetId === id && (label === undefined || values.label === label)
    if (!wanted || values.value === null) return []
    return [{ time: new Date(values.timeStamp ?? ""), value: values.value }]
  })
}

const mean = (points: readonly Point[]) =>
  points.reduce((sum, { value }) => sum + value, 0) / points.length

const inMonth = (points: readonly Point[], month: number) =>
  mean(points.filter(({ time }) => time.getUTCMonth() === month - 1))

const onWeekday = (points: readonly Point[], weekday: number) =>
  mean(points.filter(({ time }) => time.getUTCDay() === weekday))

describe("demo data points", () => {
  const revenue = pointsOf("Revenue")
  const garden = pointsOf("Revenue", "Garden")
  const footfall = pointsOf("Footfall")

  it("cover two years up to the anchor", () => {
    const times = revenue.map(({ time }) => time.getTime())
    expect(Math.min(...times)).toBeLessThan(anchor - 728 * day)
    expect(Math.max(...times)).toBeGreaterThan(anchor - 2 * day)
    expect(Math.max(...times)).toBeLessThan(anchor)
  })

  it("are seasonal: more in December than February, more garden sales in May", () => {
    expect(inMonth(revenue, 12)).toBeGreaterThan(1.3 * inMonth(revenue, 2))
    expect(inMonth(garden, 5)).toBeGreaterThan(2 * inMonth(garden, 1))
  })

  it("vary by weekday: more on Saturday than Monday", () => {
    for (const points of [revenue, footfall])
      expect(onWeekday(points, 6)).toBeGreaterThan(1.3 * onWeekday(points, 1))
  })

  it("are higher on Black Friday than on the Friday before", () => {
    const on = (date: string) =>
      mean(revenue.filter(({ time }) => time.toISOString().startsWith(date)))
    expect(on("2025-11-28")).toBeGreaterThan(1.5 * on("2025-11-21"))
  })

  it("have a trend: more revenue and less waste in the second year", () => {
    const half = anchor - 365 * day
    for (const [name, grows] of [
      ["Revenue", true],
      ["Food waste", false],
    ] as const) {
      const points = pointsOf(name)
      const first = mean(points.filter(({ time }) => time.getTime() < half))
      const second = mean(points.filter(({ time }) => time.getTime() >= half))
      expect(second > first).toBe(grows)
    }
  })

  it("include zeros, nulls and missing days, and stores that opened later", () => {
    const points = [...dataPoints(countsFor(0.3))].map((row) => row.values)
    expect(points.some(({ value }) => value === 0)).toBe(true)
    expect(points.some(({ value }) => value === null)).toBe(true)
    const reports = new Map<string, string[]>()
    for (const { departmentId, label, timeStamp } of points)
      if (label === "Main entrance") {
        const times = reports.get(departmentId ?? "") ?? []
        times.push(timeStamp ?? "")
        reports.set(departmentId ?? "", times)
      }
    const histories = [...reports.values()].filter((times) => times.length > 300)
    expect(histories.every((times) => times.length < 730)).toBe(true)
    const starts = [...reports.values()].map((times) => times[0]?.slice(0, 4))
    expect(new Set(starts)).toEqual(new Set(["2024", "2026"]))
  })

  it("are unique within the day at scale 100", () => {
    const first: string[] = []
    for (const { values } of dataPoints(countsFor(100))) {
      first.push(`${values.departmentId} ${values.label} ${values.timeStamp}`)
      if (first.length === 5_000) break
    }
    expect(new Set(first).size).toBe(5_000)
  })
})
