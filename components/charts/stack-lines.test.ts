import { expect, test } from "vitest"
import { stackLines } from "./stack-lines"

test("groups stand on each other, losses below zero, and what is missing takes no room", () => {
  expect(
    stackLines([
      [1, -2],
      [null, 5],
      [3, -1],
    ]),
  ).toEqual([
    [
      { from: 0, to: 1 },
      { from: 0, to: -2 },
    ],
    [null, { from: 0, to: 5 }],
    [
      { from: 1, to: 4 },
      { from: -2, to: -3 },
    ],
  ])
})
