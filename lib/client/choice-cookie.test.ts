import { expect, test } from "vitest"
import { readChoice } from "./choice-cookie"

const choice = (cookies: Record<string, string>) => readChoice("locale", (name) => cookies[name])

test("a __Host- cookie takes precedence over a plain one, which another host may have set", () => {
  expect(choice({ "__Host-locale": "da", locale: "de" })).toBe("da")
  expect(choice({ locale: "de" })).toBe("de")
  expect(choice({})).toBeUndefined()
})
