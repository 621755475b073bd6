import { afterAll, expect, test } from "vitest"
import { openTestPool } from "../testing/open-test-store"
import { edgeArray } from "./edge-array"
import { timeText } from "./time-text"

const pool = openTestPool()
afterAll(() => pool.end())

test("Edges equal the moments of their texts, to the millisecond and beyond the years of records.", async () => {
  const texts = ["1969-12-31T23:59:59.999Z", "2000-01-01T00:00:00Z", "2026-11-21T10:30:00.001Z"]
  const moments = [-1e15, ...texts.map((text) => Date.parse(text)), 8e15]
  const { rows } = await pool.query(
    "select $1::timestamptz[] = $2::timestamptz[] as equal, cardinality($1::timestamptz[]) as count",
    [edgeArray(moments), moments.map(timeText)],
  )
  expect(rows).toEqual([{ equal: true, count: moments.length }])
})
