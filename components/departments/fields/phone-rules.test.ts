import { expect, test } from "vitest"
import { bareNumber, loadPhoneRules } from "./phone-rules"

test("calling codes name their main country first", async () => {
  const { codes } = await loadPhoneRules()
  expect(codes).toContainEqual({ code: 45, countries: ["DK"] })
  expect(codes.find(({ code }) => code === 1)?.countries[0]).toBe("US")
  expect(codes.length).toBeGreaterThan(190)
})

test("a country's rules doubt lengths that it does not have; an unknown code is not doubted", async () => {
  const { doubtOf } = await loadPhoneRules()
  expect(doubtOf(45, "70999593")).toBeUndefined()
  expect(doubtOf(45, "7099959")).toBe("tooShort")
  expect(doubtOf(45, "709995933")).toBe("tooLong")
  expect(doubtOf(999, "1")).toBeUndefined()
})

test("an international number falls into its parts, whatever groups its digits", async () => {
  const { split } = await loadPhoneRules()
  const parts = { countryCode: 45, number: "70999593" }
  for (const text of ["+45 70 99 95 93", "0045-70999593", " +4570999593 "])
    expect(split(text)).toEqual(parts)
  expect(split("70 99 95 93")).toBeUndefined()
  expect(split("+x")).toBeUndefined()
})

test("signs that group digits are taken out, others stay to be seen", () => {
  expect(bareNumber("(70) 99-95.93/1")).toBe("709995931")
  expect(bareNumber("70a")).toBe("70a")
})
