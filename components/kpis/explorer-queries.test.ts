import { expect, test } from "vitest"
import { catalogue, defaultSeriesQuery, findOperation, type ListOperation } from "@/lib/catalogue"
import type { SyncStatus } from "@/lib/client"
import { explorerQueries } from "./explorer-queries"

const operation = findOperation(catalogue, "data-points") as ListOperation
const dataSetId = "11111111-1111-4111-8111-111111111111"
const copy: SyncStatus = {
  operation: operation.id,
  parameters: { dataSetId },
  path: "",
  state: "idle",
  isWaiting: false,
  reason: null,
  retryAt: null,
  rows: 3,
  isComplete: true,
  syncedUntil: "2026-11-20T00:00:00Z",
  checkedAt: null,
  isAutomatic: false,
  keptFrom: null,
  isBehind: false,
  everyMinutes: null,
  nextAt: null,
  run: null,
  ordererName: null,
  isMine: false,
  mayCancel: false,
  mayRemove: false,
}
const queriesOf = (copies: readonly SyncStatus[], question = defaultSeriesQuery) =>
  explorerQueries(operation, dataSetId, { question, copies })

test("no request is sent for a data set that is not copied or has no rows yet", () => {
  const other = { ...copy, parameters: { dataSetId: dataSetId.replaceAll("1", "2") } }
  for (const copies of [[], [other], [{ ...copy, isComplete: false, rows: 0 }]])
    expect(queriesOf(copies)).toMatchObject({
      isCopied: false,
      answer: { enabled: false },
      total: { enabled: false },
    })
  expect(queriesOf([{ ...copy, isComplete: false }]).answer.enabled).toBe(true)
})

test("a query without groups is its own total, and one with groups has a separate total", () => {
  const plain = queriesOf([copy])
  expect(plain.total.queryKey).toEqual(plain.answer.queryKey)
  const grouped = queriesOf([copy], { ...defaultSeriesQuery, grouping: "label" })
  expect(grouped.total.url).toBe(plain.answer.url)
  expect(grouped.answer.url).toContain("group=label")
})
