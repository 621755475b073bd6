import { expect, test } from "vitest"
import { faultTexts, isFaultCode, markFault, readFault, toFaulty } from "./fault"

const codes = Object.keys(faultTexts).filter(isFaultCode)

test.each(codes)("%s comes through a schema with its figure", (code) => {
  expect(readFault(markFault(code))).toEqual(toFaulty(code))
  expect(readFault(markFault(code, 0))).toEqual(toFaulty(code, 0))
  expect(toFaulty(code, 17).message).not.toContain("#")
})

test("a fault that a schema has no text for is found out", () => {
  expect(() => readFault("Invalid input")).toThrow("no fault")
  expect(() => readFault("constructor")).toThrow("no fault")
})
