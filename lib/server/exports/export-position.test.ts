import { expect, test } from "vitest"
import { catalogue, type Row } from "@/lib/catalogue"
import { readExportOrder } from "./export-order"
import { continueByKey } from "./export-position"
import { orderFor } from "./testing/open-export-world"

const requested = orderFor("departments", { query: "sort=city&offset=3" })
const order = readExportOrder(catalogue, { ...requested, scope: "all" })
const row = (id: string, city: string): Row => ({ id, city })
const pages = [
  [row("a", "Aarhus"), row("b", "Oslo")],
  [row("c", "Oslo"), row("d", "Paris")],
  [row("e", "Paris"), row("f", "Paris")],
  [row("g", "Paris")],
]

function storedPages(count: number) {
  const requested: number[] = []
  const readPage = async (number: number) => {
    requested.push(number)
    return pages[number - 1] ?? []
  }
  return { requested, stored: { pages: count, readPage } }
}

test("After an expired cursor, reading continues at the last row's key and recognizes the rows of that key.", async () => {
  const { stored } = storedPages(4)
  const { position, taken, isTied } = await continueByKey(catalogue, order, stored)
  const search = new URLSearchParams(position.search)
  expect(search.get("city[gte]")).toBe("Paris")
  expect(search.has("offset")).toBe(false)
  expect(position).toMatchObject({ following: false, repeats: true })
  expect(pages.flat().filter((each) => taken.comesAgain(each))).toEqual(
    pages.flat().filter(({ city }) => city === "Paris"),
  )
  expect([isTied(row("h", "Paris")), isTied(row("i", "Rome"))]).toEqual([true, false])
})

// rules: Expired cursors
test("No page before the one where the key begins is read again.", async () => {
  const { requested, stored } = storedPages(4)
  await continueByKey(catalogue, order, stored)
  expect(Math.min(...requested)).toBe(2)
})

test("If no row was stored, reading starts over.", async () => {
  const { position } = await continueByKey(catalogue, order, storedPages(0).stored)
  expect(new URLSearchParams(position.search).get("offset")).toBe("3")
  expect(position.repeats).toBe(false)
})

test("Rows without an id are recognized by a digest of their content, as often as they were stored.", async () => {
  const byPoints = orderFor("question-participations", { query: "sort=points" })
  const participations = readExportOrder(catalogue, { ...byPoints, scope: "all" })
  const text = "x".repeat(10_000)
  const twice = { points: 1, text }
  const stored = { pages: 1, readPage: async () => [twice, twice, { points: 2, text }] }
  const { taken } = await continueByKey(catalogue, participations, stored)
  const held = Object.values(taken).filter((part) => part instanceof Map)
  expect(held.flatMap((part) => [...part.keys()].map((key) => `${key}`.length))).toEqual([32, 32])
  const again = [twice, twice, twice, { points: 2, text }, { points: 3, text }]
  expect(again.map((each) => taken.comesAgain(each))).toEqual([true, true, false, true, false])
})
