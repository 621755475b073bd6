import { expect, test } from "vitest"
import {
  bucketEdges,
  catalogue,
  findOperation,
  type ListOperation,
  type SeriesAnswer,
} from "@/lib/catalogue"
import { goalOf, measureOf, monthFigures, monthsQuery } from "./data-set-figures"
import { parseTarget } from "./target"
import { oneGroupAnswer, zone } from "./testing/series-answers"

const points = findOperation(catalogue, "data-points") as ListOperation

test("Scores and shares are averaged, everything else is added up.", () => {
  const averaged = ["%", "score (0–100)", "Index", "Procent af omsætning", "°C"]
  const added = ["DKK", "visitors", "hours", "kg", "", undefined]
  expect(averaged.map(measureOf)).toEqual(averaged.map(() => "average"))
  expect(added.map(measureOf)).toEqual(added.map(() => "sum"))
})

test("The months reach from the last complete one to the same month of the year before, as the reader's clock has it.", () => {
  const lastEvening = Date.parse("2026-10-31T23:30:00Z")
  expect(monthsQuery("sum", zone, lastEvening).ranges).toEqual([
    { from: "2025-10-01", to: "2026-10-31" },
  ])
  expect(monthsQuery("sum", "UTC", lastEvening).ranges).toEqual([
    { from: "2025-09-01", to: "2026-09-30" },
  ])
})

test("A data set is measured by the first saved exploration of all of its points with a target that lasts.", () => {
  const within = "within=8f4a6c3b-1111-4222-8333-abcdefabcdef&target=Store@month@2026-01-01:1"
  const saved = [
    "bucket=month",
    within,
    "label=Food&target=Food@month@2026-01-01:1",
    "target=All@range@2026-01-01:9",
    "measure=average&bucket=week&target=Budget@2026-01-01:5",
    "target=Later@month@2026-01-01:2",
  ].map((search) => ({ search }))
  expect(goalOf(points, saved, "DKK")).toEqual({
    measure: "average",
    targets: [parseTarget("Budget@week@2026-01-01:5")],
  })
  expect(goalOf(points, saved.slice(0, 4), "%")).toEqual({ measure: "average", targets: [] })
})

const days = { from: "2025-10-01", to: "2026-10-31" }
const ofMonths = (
  values: readonly (number | null)[],
  states: string,
  partial: readonly number[],
) => {
  const answer = oneGroupAnswer({ range: days, ...days, values, states, partial })
  const [range] = answer.ranges
  const edges = bucketEdges(days, "month", zone)
  return {
    ...answer,
    question: { ...answer.question, bucket: "month" },
    ranges: [{ ...range, edges }],
  } as SeriesAnswer
}
const counting = Array.from({ length: 13 }, (_, at) => 10 + at)
const budget = parseTarget("Budget@month@2026-01-01:20")

test("The newest whole month stands beside the one before, the same one of the year before, and its target.", () => {
  const whole = ofMonths(counting, "v".repeat(13), [])
  expect(monthFigures(whole, budget)).toEqual({
    month: "2026-10-01",
    value: 22,
    state: "v",
    before: 21,
    yearBefore: 10,
    due: 20,
  })
  const ended = ofMonths(counting, `${"v".repeat(12)}a`, [12])
  expect(monthFigures(ended, undefined)).toMatchObject({
    month: "2026-09-01",
    value: 21,
    before: 20,
    yearBefore: null,
    due: null,
  })
  const begun = ofMonths(counting, `b${"v".repeat(12)}`, [0])
  expect(monthFigures(begun, budget)).toMatchObject({ value: 22, before: 21, yearBefore: null })
  expect(monthFigures(ofMonths(counting, "b".repeat(13), []), budget)).toBeUndefined()
})

test("Nothing is compared with what leaves people out or is not copied.", () => {
  const hidden = [...counting.slice(0, 11), null, null]
  expect(monthFigures(ofMonths(hidden, `${"p".repeat(11)}su`, []), budget)).toMatchObject({
    value: null,
    state: "u",
    before: null,
    yearBefore: null,
  })
})
