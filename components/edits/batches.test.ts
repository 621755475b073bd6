import { expect, test } from "vitest"
import { type Batch, type BatchItem, withNews } from "./batches"

const item = (recordId: string, state: BatchItem["state"]): BatchItem => ({
  recordId,
  patch: "[]",
  state,
  status: null,
  code: null,
  detail: null,
  verdict: null,
  editId: null,
  personId: "p",
  personName: null,
})

const countsOf = (items: readonly BatchItem[]): Batch["counts"] => ({
  sending: 0,
  refused: 0,
  not_sent: 0,
  unknown: 0,
  waiting: items.filter(({ state }) => state === "waiting").length,
  applied: items.filter(({ state }) => state === "applied").length,
})

const batchOf = (items: readonly BatchItem[], mark: string): Batch => ({
  id: "1",
  title: "Move",
  state: "running",
  personId: "p",
  personName: null,
  startedAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  undoes: null,
  undoneBy: null,
  actions: [],
  counts: countsOf(items),
  items,
  mark,
})

test("changed items replace the old ones in order, and the others stay the same objects", () => {
  const known = batchOf([item("a", "waiting"), item("b", "waiting"), item("c", "waiting")], "1")
  const news = batchOf([item("b", "applied")], "2")
  const next = withNews(known, news)
  expect(next).toMatchObject({ mark: "2", counts: news.counts })
  expect(next.items).toEqual([item("a", "waiting"), item("b", "applied"), item("c", "waiting")])
  expect(next.items[0]).toBe(known.items[0])
})
