import { expect, test } from "vitest"
import { faultTexts, isFaultCode, markFault, readFault, toFaulty } from "./fault"

const codes = Object.keys(faultTexts).filter(isFaultCode)

test.each(codes)("%s is read back from its mark, with and without a number", (code) => {
  expect(readFault(markFault(code))).toEqual(toFaulty(code))
  expect(readFault(markFault(code, 0))).toEqual(toFaulty(code, 0))
  expect(toFaulty(code, 17).message).not.toContain("#")
})

test("a message without a fault code throws", () => {
  expect(() => readFault("Invalid input")).toThrow("no fault")
  expect(() => readFault("constructor")).toThrow("no fault")
})
