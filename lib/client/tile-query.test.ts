import { expect, test } from "vitest"
import { defaultSeriesQuery, type SeriesQuery } from "@/lib/catalogue"
import { tileQuery } from "./tile-query"

const grouped: SeriesQuery = { ...defaultSeriesQuery, grouping: "department", level: 2 }

test("A tile queries all points as one group and keeps the exploration's ranges.", () => {
  const query = tileQuery(grouped)
  expect(query).toEqual(defaultSeriesQuery)
  expect(query).not.toHaveProperty("level")
  const ranges: SeriesQuery["ranges"] = ["this-year", "year"]
  expect(tileQuery({ ...grouped, ranges }).ranges).toEqual(ranges)
})
