import { expect, test } from "vitest"
import { cutChecked, nextChecked, noteChecked, suspect, wholeChecked } from "./checked-intervals"

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 0, day, hour))
const key = (day: number) => at(day).toISOString().replace("Z", "000Z")

/** Days of their lower ends, and of their checks. */
const short = (checked: ReturnType<typeof wholeChecked>) =>
  checked.map(({ lower, upper, checkedAt, isSuspect }) =>
    [
      lower === "" ? "-" : new Date(lower).getUTCDate(),
      upper === null ? "-" : new Date(upper).getUTCDate(),
      checkedAt.getUTCDate(),
      ...(isSuspect ? ["suspect"] : []),
    ].join(" "),
  )

test("A compared interval is cut out of those around it, and joined with those of its hours.", () => {
  const one = noteChecked(wholeChecked(at(1)), { lower: key(5), upper: key(8) }, at(10))
  expect(short(one)).toEqual(["- 5 1", "5 8 10", "8 - 1"])
  const two = noteChecked(one, { lower: key(8), upper: key(9) }, at(10, 2))
  expect(short(two)).toEqual(["- 5 1", "5 9 10", "9 - 1"])
  expect(two[1]?.checkedAt).toEqual(at(10))
  expect(short(noteChecked(two, { lower: null, upper: key(6) }, at(12)))).toEqual([
    "- 6 12",
    "6 9 10",
    "9 - 1",
  ])
  expect(short(noteChecked(two, { lower: key(7), upper: null }, at(12)))).toEqual([
    "- 5 1",
    "5 7 10",
    "7 - 12",
  ])
})

test("What was compared is not due again on the same day, though its neighbours were compared that morning.", () => {
  const fresh = noteChecked(wholeChecked(at(4, 1)), { lower: key(3), upper: null }, at(4, 21))
  const all = noteChecked(fresh, { lower: null, upper: key(3) }, at(4, 21))
  expect(all).toEqual([{ lower: "", upper: null, checkedAt: at(4, 21), isSuspect: false }])
  const some = noteChecked(fresh, { lower: null, upper: key(2) }, at(4, 21))
  expect(nextChecked(some, at(4, 20).getTime())?.lower).toBe(key(2))
})

test("What was compared longest ago is next, and before it what lies beside a change.", () => {
  const some = noteChecked(wholeChecked(at(3)), { lower: key(5), upper: key(8) }, at(1))
  expect(nextChecked(some, at(4).getTime())?.lower).toBe(key(5))
  expect(nextChecked(some, at(1).getTime() - 1)).toBeUndefined()
  const beside = suspect(some, { lower: key(9), upper: key(10) }, at(4))
  expect(short(beside)).toEqual(["- 5 3", "5 8 1", "8 9 3", "9 10 3 suspect", "10 - 3"])
  expect(nextChecked(beside, 0)?.lower).toBe(key(9))
  expect(short(noteChecked(beside, { lower: key(9), upper: key(10) }, at(3)))).toEqual(short(some))
})

test("What was compared since the day before is not suspected.", () => {
  const some = noteChecked(wholeChecked(at(1)), { lower: key(5), upper: key(8) }, at(4))
  expect(suspect(some, { lower: key(6), upper: key(7) }, at(4, 6))).toEqual(some)
})

test("What is not kept needs no check.", () => {
  const some = noteChecked(wholeChecked(at(1)), { lower: key(5), upper: key(8) }, at(4))
  expect(short(cutChecked(some, key(6)))).toEqual(["- 8 4", "8 - 1"])
})
