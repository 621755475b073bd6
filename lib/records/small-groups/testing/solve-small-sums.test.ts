import { expect, test } from "vitest"
import { solveSmallSums } from "./solve-small-sums"

const people = (count: number) => Array.from({ length: count }, (_, at) => `person ${at}`)

test("A sum less another tells the one who is in it alone.", () => {
  const equations = [
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 0],
  ]
  expect(solveSmallSums({ equations, persons: people(6) }, 5)).toEqual([["person 5"]])
})

test("Four sums together tell what no two of them do: the four whom each leaves out.", () => {
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

test("What is told of a person's two values together is told of them, and sums of enough people tell of nobody.", () => {
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
