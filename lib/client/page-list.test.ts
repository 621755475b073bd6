import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Row } from "@/lib/catalogue"
import type { PageAnswer } from "./answers"
import {
  indexOfKey,
  keyAt,
  linkAt,
  type PageList,
  pageAt,
  putAway,
  rowAt,
  rowCount,
  rowKey,
  rowsAtHand,
} from "./page-list"
import { maxRowsAtHand, nearRows, nextPageToRead, putAwayFar } from "./plan-reading"
import { putPage, renewList, startList } from "./put-page"

/** A list as the platform keeps it: rows in the order of their numbers, pages by the number before them. */
class Source {
  constructor(
    readonly numbers: number[],
    private readonly limit: number,
  ) {}

  read(url: string): PageAnswer {
    const after = Number(url.split("after=")[1] ?? -1)
    const rest = this.numbers.filter((number) => number > after)
    const taken = rest.slice(0, this.limit)
    return {
      rows: taken.map((number) => ({ id: `row ${number}` })),
      source: "live",
      ...(rest.length > taken.length && { nextUrl: `/api/x?after=${taken.at(-1)}` }),
    }
  }

  insert(number: number) {
    if (!this.numbers.includes(number)) this.numbers.push(number)
    this.numbers.sort((a, b) => a - b)
  }

  remove(number: number) {
    const at = this.numbers.indexOf(number)
    if (at >= 0) this.numbers.splice(at, 1)
  }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const readAt = (list: PageList, index: number, source: Source) =>
  putPage(list, index, source.read(linkAt(list, index)?.url ?? ""))
const start = (source: Source) => startList("/api/x", source.read("/api/x"))

function readNeeded(list: PageList, first: number, source: Source): PageList {
  const sight = { first, end: first + 30 }
  let read = list
  for (let index = nextPageToRead(read, sight); index !== undefined; ) {
    read = putAwayFar(readAt(read, index, source), sight)
    index = nextPageToRead(read, sight)
  }
  return read
}

function readToEnd(source: Source): PageList {
  let list = start(source)
  while (list.next) list = putAwayFar(readAt(list, list.pages.length, source), lastRows(list))
  return list
}

/** As after scrolling far away: no rows at hand. */
const forgetRows = (list: PageList): PageList => ({ ...list, pages: list.pages.map(putAway) })

const lastRows = (list: PageList) => ({ first: rowCount(list) - 30, end: rowCount(list) })
const keysOf = (list: PageList) => range(rowCount(list)).map((index) => keyAt(list, index))
const keysFor = (numbers: readonly number[]) => numbers.map((id) => rowKey({ id: `row ${id}` }))

describe("the pages of a list", () => {
  it("hold every row once and in order, few of them at hand", () => {
    const list = readToEnd(new Source(range(10_000), 200))
    expect(keysOf(list)).toEqual(keysFor(range(10_000)))
    expect(rowsAtHand(list)).toBeLessThanOrEqual(maxRowsAtHand)
    expect(rowAt(list, 9999)).toEqual({ id: "row 9999" })
    expect(rowAt(list, 100)).toBeUndefined()
    expect(list.pages.every(({ start }, index) => start === index * 200)).toBe(true)
  })

  it("are read again where they are looked at again, and nothing moves", () => {
    const source = new Source(range(10_000), 200)
    const list = readNeeded(readToEnd(source), 100, source)
    expect(rowAt(list, 100)).toEqual({ id: "row 100" })
    expect(keysOf(list)).toEqual(keysFor(range(10_000)))
    expect(rowsAtHand(list)).toBeLessThanOrEqual(maxRowsAtHand)
  })

  it("are asked for near those in sight only: the first in sight before what is above it", () => {
    const source = new Source(range(10_000), 200)
    const list = readToEnd(source)
    expect(nextPageToRead(list, { first: 1010, end: 1040 })).toBe(5)
    expect(nextPageToRead(list, { first: 9000, end: 9030 })).toBeUndefined()
    const partly = start(source)
    expect(nextPageToRead(partly, { first: 0, end: 200 - nearRows - 1 })).toBeUndefined()
    expect(nextPageToRead(partly, { first: 0, end: 200 - nearRows })).toBe(1)
  })

  it("follow the source through any scrolling and changes: no row twice, none out of order", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("scroll" as const), to: fc.nat(1000) }),
      fc.record({ kind: fc.constant("insert" as const), to: fc.nat(3000) }),
      fc.record({ kind: fc.constant("remove" as const), to: fc.nat(3000) }),
      fc.record({ kind: fc.constant("renew" as const), to: fc.constant(0) }),
    )
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 3, max: 40 }),
        (steps, limit) => {
          const source = new Source(
            range(300).map((number) => number * 10),
            limit,
          )
          let list = readNeeded(start(source), 0, source)
          for (const { kind, to } of steps) {
            if (kind === "insert") source.insert(to)
            else if (kind === "remove") source.remove(to)
            else if (kind === "renew") list = renewList(list, source.read("/api/x"), "fresh")
            const first = Math.max(0, Math.min(to, rowCount(list) - 30))
            if (kind === "scroll") list = readNeeded(forgetRows(list), first, source)
            const keys = keysOf(list)
            expect(new Set(keys).size).toBe(keys.length)
          }
          list = renewList(list, source.read("/api/x"), "anyhow")
          for (let first = 0; first < rowCount(list) || list.next; first += 10)
            list = readNeeded(list, Math.min(first, rowCount(list)), source)
          expect(keysOf(list)).toEqual(keysFor(source.numbers))
        },
      ),
      { numRuns: 200 },
    )
  })

  it("tell where a row has gone, also one that was put away", () => {
    const list = readToEnd(new Source(range(10_000), 200))
    const [key = 0] = keysFor([1234])
    expect(indexOfKey(list, key, 9000)).toBe(1234)
    expect(indexOfKey(list, 1, 9000)).toBeUndefined()
    expect(pageAt(list, 1234)).toBe(6)
  })

  it("tell rows of one content apart by where they were", () => {
    const rows: Row[] = [{ value: 1 }, { value: 1 }, { value: 2 }, { value: 1 }]
    const list = startList("/api/x", { rows, source: "live" })
    const at = (index: number) => indexOfKey(list, keyAt(list, index) ?? 0, index)
    expect(range(rows.length).map(at)).toEqual([0, 1, 2, 3])
  })
})

describe("the rows of a list that went on after an expired cursor", () => {
  const page = (ids: readonly string[], nextUrl?: string): PageAnswer => ({
    rows: ids.map((id): Row => ({ id })),
    source: "live",
    ...(nextUrl && { nextUrl }),
  })

  it("leave out those that were taken before, over as many pages as they fill", () => {
    const list = startList("/api/x", page(["a", "b", "c"], "/api/x?cursor=1"))
    const restored = { ...list, next: { url: "/api/x?from=b", mayRepeat: true } as const }
    const skipped = putPage(restored, 1, page(["b", "c"], "/api/x?cursor=2"))
    expect(skipped).toEqual({ ...restored, next: { url: "/api/x?cursor=2", mayRepeat: true } })
    const read = putPage(skipped, 1, page(["c", "d"], "/api/x?cursor=3"))
    expect(read.pages.map(({ count }) => count)).toEqual([3, 1])
    expect(read.next).toEqual({ url: "/api/x?cursor=3" })
  })

  it("go on with the rows without a value after those that have one", () => {
    const list = startList("/api/x", page(["a"], "/api/x?cursor=1"))
    const link = { url: "/api/x?from=a", later: ["/api/x?none"], mayRepeat: true } as const
    const read = putPage({ ...list, next: link }, 1, page(["a", "b"]))
    expect(read.next).toEqual({ url: "/api/x?none" })
    expect(putPage(read, 2, page(["c"])).next).toBeUndefined()
  })
})
