import { expect, test } from "vitest"
import { cultureName } from "./culture-name"

test("a culture is called by its language", () => {
  expect(cultureName("en", "da-DK")).toBe("Danish (Denmark)")
  expect(cultureName("en", "de")).toBe("German")
  expect(cultureName("de", "da-DK")).toBe("Dänisch (Dänemark)")
})

test("what is no culture code stays as it is", () => {
  expect(cultureName("en", "not a culture")).toBe("not a culture")
})
