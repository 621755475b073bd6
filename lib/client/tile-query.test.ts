import { expect, test } from "vitest"
import { defaultSeriesQuery, type SeriesQuery } from "@/lib/catalogue"
import { tileQuery } from "./tile-query"

const grouped: SeriesQuery = { ...defaultSeriesQuery, grouping: "department", level: 2 }

test("A tile asks for all points as one group, beside the period before.", () => {
  const query = tileQuery(grouped)
  expect(query).toEqual({ ...defaultSeriesQuery, ranges: ["last-30-days", "previous"] })
  expect(query).not.toHaveProperty("level")
})

test("What an exploration compares itself is kept, and nothing comes before everything.", () => {
  expect(tileQuery({ ...grouped, ranges: ["this-year", "year"] }).ranges).toEqual([
    "this-year",
    "year",
  ])
  expect(tileQuery({ ...grouped, ranges: ["all"] }).ranges).toEqual(["all"])
})
