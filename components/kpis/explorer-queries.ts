import { type ListOperation, type SeriesQuery, ungrouped } from "@/lib/catalogue"
import { findCopy, type SyncStatus, seriesOptions, withoutPattern } from "@/lib/client"

/** The queries for a data set's answer and for its total in the headline; none without a copy. */
export function explorerQueries(
  operation: ListOperation,
  dataSetId: string,
  { question, copies }: { question: SeriesQuery; copies: readonly SyncStatus[] },
) {
  const copy = findCopy(copies, { operation: operation.id, parameters: { dataSetId } })
  const version = `${copy?.rows ?? ""} ${copy?.syncedUntil ?? ""} ${copy?.checkedAt ?? ""}`
  const isCopied = copy !== undefined && (copy.isComplete || copy.rows > 0)
  const queryOf = (each: SeriesQuery) => ({
    ...seriesOptions(operation, dataSetId, each, version),
    enabled: isCopied,
  })
  return {
    copy,
    /** True if there is something to query. */
    isCopied,
    answer: queryOf(question),
    total: queryOf(ungrouped(withoutPattern(question))),
  }
}
