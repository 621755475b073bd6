import { expect, test } from "vitest"
import { findIds } from "./open-by-id"

const [module, post] = [
  "db644268-621c-40a8-b050-49db0b4a5883",
  "2c96e00c-e5fd-4992-b048-bcf6c51a31fb",
] as const

test("the ids in a URL are returned in order", () => {
  const address = `https://api.example/v1/contentmodules/${module.toUpperCase()}/content/${post}?x=1`
  expect(findIds(address)).toEqual([module, post])
})

test("longer digit runs and other texts are not ids", () => {
  expect(findIds(`a${module} ${post}0 1234-5678`)).toEqual([])
})
