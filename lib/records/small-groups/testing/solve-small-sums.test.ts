import { expect, test } from "vitest"
import { solveSmallSums } from "./solve-small-sums"

const people = (count: number) => Array.from({ length: count }, (_, at) => `person ${at}`)

test("The difference of two sums reveals a person who is in only one of them.", () => {
  const equations = [
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 0],
  ]
  expect(solveSmallSums({ equations, persons: people(6) }, 5)).toEqual([["person 5"]])
})

test("Four sums together reveal single people.", () => {
  const equations = [
    [1, 1, 0, 1, 1, 1, 1],
    [0, 0, 1, 1, 1, 1, 1],
    [1, 0, 1, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0],
  ]
  const found = solveSmallSums({ equations, persons: people(7) }, 5)
  expect(found).toContainEqual(["person 1"])
  expect(found).toContainEqual(["person 0"])
})

test("A combination of one person's two values reveals that person; sums of enough people reveal nobody.", () => {
  const persons = ["a", "a", "b", "c", "d", "e", "f"]
  const apart = [
    [1, 0, 1, 1, 1, 1, 0],
    [0, -1, 1, 1, 1, 1, 0],
  ]
  expect(solveSmallSums({ equations: apart, persons }, 5)).toEqual([["a"]])
  const whole = [[1, 1, 1, 1, 1, 1, 0], [0, 1, 0, 0, 0, 0, 0].map(() => 2)]
  expect(solveSmallSums({ equations: whole.slice(0, 1), persons }, 5)).toEqual([])
  expect(solveSmallSums({ equations: whole, persons }, 5)).toEqual([["f"]])
})
