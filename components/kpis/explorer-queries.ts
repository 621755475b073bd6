import { type ListOperation, type SeriesQuery, ungrouped } from "@/lib/catalogue"
import { findCopy, type SyncStatus, seriesOptions, withoutPattern } from "@/lib/client"

/** The queries of a data set as far as its copy goes: of the answer, and of its total for the headline; none without a copy. */
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
    /** Whether there is something to query. */
    isCopied,
    answer: queryOf(question),
    total: queryOf(ungrouped(withoutPattern(question))),
  }
}
