import { expect, test } from "vitest"
import { type SparklineCells, sparklineShape } from "./sparkline"

const shape = (
  values: SparklineCells["values"],
  states = values.map((value) => (value === null ? "m" : "v")).join(""),
  partial: readonly number[] = [],
) => sparklineShape({ values, states, partial })

test("A line connects complete buckets, scaled from the lowest value to the highest.", () => {
  expect(shape([0, 10, 5, 10])).toMatchObject({
    line: "M12.5 84L37.5 10M37.5 10L62.5 47M62.5 47L87.5 10",
    dashed: "",
    dots: "M87.5 10h0",
  })
})

test("A bucket without points is a gap, and a bucket with the value 0 is not.", () => {
  expect(shape([4, 8, null, 8, 4]).line).toBe("M10 84L30 10M70 10L90 84")
  expect(shape([4, 8, 0, 8, 4]).line.match(/L/g)).toHaveLength(4)
})

test("A single value between gaps is a dot.", () => {
  expect(shape([1, null, 3, null, 2, 2]).dots).toBe("M8.33 84h0M41.67 10h0M91.67 47h0")
})

test("Lines to a partial bucket are dashed, and the dot marks the newest complete bucket.", () => {
  const { line, dashed, dots } = shape([2, 4, 1], "vvv", [2])
  expect([line, dashed, dots]).toEqual(["M16.67 59.33L50 10", "M50 10L83.33 84", "M50 10h0"])
})

test("Equal values form a line in the middle, and a series without values draws nothing.", () => {
  expect(shape([7, 7]).line).toBe("M25 47L75 47")
  expect(shape([null, null])).toEqual({
    line: "",
    dashed: "",
    dots: "",
    suppressed: "",
    unsynced: [],
  })
  expect(shape([]).line).toBe("")
})

test("Suppressed buckets are marked, and unsynced intervals differ from missing ones.", () => {
  const drawn = shape([null, null, 1, null, null], "uuvsm")
  expect(drawn.unsynced).toEqual([{ x: 0, width: 40 }])
  expect(drawn.suppressed).toBe("M70 74V94")
})
