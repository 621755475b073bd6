import { expect, test } from "vitest"
import { foldOptions, rankOptions } from "./rank-options"

const options = foldOptions([
  { value: "a", label: "Butik Aalborg", description: "Nordlys Retail Group › Nord" },
  { value: "b", label: "Syd", description: "Nordlys Retail Group" },
  { value: "c", label: "Nord", description: "Nordlys Retail Group" },
  { value: "d", label: "Café Ørsted", description: "Nordlys Retail Group › Syd" },
  { value: "e", label: "Ny Nordhavn" },
])
const found = (typed: string) => rankOptions(options, typed).map(({ value }) => value)

test("everything is found in its order where nothing is typed", () => {
  expect(found(" ")).toEqual(["a", "b", "c", "d", "e"])
})

test("what is called so comes before what only says so", () => {
  expect(found("nord")).toEqual(["c", "e", "a", "b", "d"])
})

test("words are found in any order, in the label and beside it, without accents", () => {
  expect(found("nord butik")).toEqual(["a"])
  expect(found("CAFE syd")).toEqual(["d"])
  expect(found("nord nowhere")).toEqual([])
})
