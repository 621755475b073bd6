import { expect, test } from "vitest"
import { bareNumber, loadPhoneRules } from "./phone-rules"

test("calling codes list their main country first", async () => {
  const { codes } = await loadPhoneRules()
  expect(codes).toContainEqual({ code: 45, countries: ["DK"] })
  expect(codes.find(({ code }) => code === 1)?.countries[0]).toBe("US")
  expect(codes.length).toBeGreaterThan(190)
})

test("a wrong length is reported for known calling codes only", async () => {
  const { doubtOf } = await loadPhoneRules()
  expect(doubtOf(45, "70999593")).toBeUndefined()
  expect(doubtOf(45, "7099959")).toBe("tooShort")
  expect(doubtOf(45, "709995933")).toBe("tooLong")
  expect(doubtOf(999, "1")).toBeUndefined()
})

test("an international number is split into code and number, whatever its digit grouping", async () => {
  const { split } = await loadPhoneRules()
  const parts = { countryCode: 45, number: "70999593" }
  for (const text of ["+45 70 99 95 93", "0045-70999593", " +4570999593 "])
    expect(split(text)).toEqual(parts)
  expect(split("70 99 95 93")).toBeUndefined()
  expect(split("+x")).toBeUndefined()
})

test("separators between digits are removed, and other characters are kept", () => {
  expect(bareNumber("(70) 99-95.93/1")).toBe("709995931")
  expect(bareNumber("70a")).toBe("70a")
})
