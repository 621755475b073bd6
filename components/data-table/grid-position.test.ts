import { describe, expect, it } from "vitest"
import { moveInGrid } from "./grid-position"

const size = { rows: 100, columns: 5, pageRows: 20 }
const move = (row: number, column: number, key: string, command = false) =>
  moveInGrid({ row, column }, { key, command }, size)

describe("keys in the grid", () => {
  it("move by one cell and stop at the edges", () => {
    expect(move(3, 2, "ArrowDown")).toEqual({ row: 4, column: 2 })
    expect(move(99, 2, "ArrowDown")).toEqual({ row: 99, column: 2 })
    expect(move(3, 0, "ArrowLeft")).toEqual({ row: 3, column: 0 })
    expect(move(3, 4, "ArrowRight")).toEqual({ row: 3, column: 4 })
  })

  it("move from the first row into the header and stop there", () => {
    expect(move(0, 1, "ArrowUp")).toEqual({ row: -1, column: 1 })
    expect(move(-1, 1, "ArrowUp")).toEqual({ row: -1, column: 1 })
    expect(move(-1, 1, "ArrowDown")).toEqual({ row: 0, column: 1 })
  })

  it("move by a screenful and to either end", () => {
    expect(move(10, 1, "PageUp")).toEqual({ row: 0, column: 1 })
    expect(move(10, 1, "PageDown")).toEqual({ row: 30, column: 1 })
    expect(move(95, 1, "PageDown")).toEqual({ row: 99, column: 1 })
    expect(move(10, 3, "Home")).toEqual({ row: 10, column: 0 })
    expect(move(10, 3, "End")).toEqual({ row: 10, column: 4 })
    expect(move(10, 3, "Home", true)).toEqual({ row: 0, column: 0 })
    expect(move(10, 3, "End", true)).toEqual({ row: 99, column: 4 })
  })

  it("that do not move return undefined", () => {
    expect(move(1, 1, "a")).toBeUndefined()
    expect(move(1, 1, "toString")).toBeUndefined()
  })
})
