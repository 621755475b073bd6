import { expect, test } from "vitest"
import { cutOptions, foldOptions, rankOptions } from "./rank-options"

const options = foldOptions([
  { value: "a", label: "Butik Aalborg", description: "Nordlys Retail Group › Nord" },
  { value: "b", label: "Syd", description: "Nordlys Retail Group" },
  { value: "c", label: "Nord", description: "Nordlys Retail Group" },
  { value: "d", label: "Café Ørsted", description: "Nordlys Retail Group › Syd" },
  { value: "e", label: "Ny Nordhavn" },
])
const found = (typed: string) => rankOptions(options, typed).map(({ value }) => value)

test("without input all options are returned in order", () => {
  expect(found(" ")).toEqual(["a", "b", "c", "d", "e"])
})

test("matches in the label come before matches in the description", () => {
  expect(found("nord")).toEqual(["c", "e", "a", "b", "d"])
})

test("words match in any order, in label and description, without accents", () => {
  expect(found("nord butik")).toEqual(["a"])
  expect(found("CAFE syd")).toEqual(["d"])
  expect(found("nord nowhere")).toEqual([])
})

const many = Array.from({ length: 100 }, (_, index) => ({ value: `${index}`, label: `${index}` }))
const cut = (typed: string, value: string | null) => {
  const { shown, more } = cutOptions(rankOptions(foldOptions(many), typed), { value, typed })
  return { first: shown[0]?.value, count: shown.length, more }
}

test("at most 30 options are shown, including the selected one, and the others are counted", () => {
  expect(cut("", null)).toEqual({ first: "0", count: 30, more: 70 })
  expect(cut("", "7")).toEqual({ first: "0", count: 30, more: 70 })
  expect(cut(" ", "77")).toEqual({ first: "77", count: 30, more: 70 })
  expect(cut("9", "77")).toEqual({ first: "9", count: 19, more: 0 })
})
