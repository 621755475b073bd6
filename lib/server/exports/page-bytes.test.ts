import { expect, test } from "vitest"
import { packPage, printLines, rowsIn } from "./page-bytes"

const rowsOf = (page: Buffer) => printLines(page).flatMap(rowsIn)
const hostile = ["", "\n", ",\n", "]", "[", "}\n,{", "\u2028 æøå 𝄞", "\ud800", '"\\"']
const rows = Array.from({ length: 3000 }, (_, index) => ({
  index,
  text: `${hostile[index % hostile.length]}`.repeat(1 + (index % 5)),
  nested: [{ text: hostile[index % 7] }],
}))

test("A page of many rows is a JSON array of short lines that hold them all, in order.", () => {
  const page = packPage(rows.map((row) => JSON.stringify(row)))
  expect(JSON.parse(`${page}`)).toEqual(rows)
  expect(rowsOf(page)).toEqual(rows)
  expect(printLines(page).length).toBeGreaterThan(3)
  for (const line of printLines(page)) expect(line.length).toBeLessThan(40_000)
})

test("No row, one row, a row longer than a line, and a page of an older version are read alike.", () => {
  const long = { text: "a\n".repeat(100_000) }
  for (const some of [[], [{}], [long], [long, {}, long], [{}]]) {
    expect(rowsOf(packPage(some.map((row) => JSON.stringify(row))))).toEqual(some)
    expect(rowsOf(Buffer.from(JSON.stringify(some)))).toEqual(some)
  }
})
