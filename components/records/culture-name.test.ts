import { expect, test } from "vitest"
import { cultureName } from "./culture-name"

test("a culture is called by its language", () => {
  expect(cultureName("da-DK")).toBe("Danish (Denmark)")
  expect(cultureName("de")).toBe("German")
})

test("what is no culture code stays as it is", () => {
  expect(cultureName("not a culture")).toBe("not a culture")
})
