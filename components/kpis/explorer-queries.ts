import { type ListOperation, plainQuestion, type SeriesQuestion } from "@/lib/catalogue"
import { findCopy, type SyncStatus, seriesOptions } from "@/lib/client"

/** The same question about all points as one group. */
function withoutGroups({ level: _, ...question }: SeriesQuestion): SeriesQuestion {
  return { ...question, grouping: "none", top: plainQuestion.top }
}

/** What is asked about a data set as far as its copy goes: the question's answer, and its total for the headline; nothing without a copy. */
export function explorerQueries(
  operation: ListOperation,
  dataSetId: string,
  { question, copies }: { question: SeriesQuestion; copies: readonly SyncStatus[] },
) {
  const copy = findCopy(copies, { operation: operation.id, parameters: { dataSetId } })
  const version = `${copy?.rows ?? ""} ${copy?.syncedUntil ?? ""} ${copy?.checkedAt ?? ""}`
  const isCopied = copy !== undefined && (copy.isComplete || copy.rows > 0)
  const queryOf = (asked: SeriesQuestion) => ({
    ...seriesOptions(operation, dataSetId, asked, version),
    enabled: isCopied,
  })
  return {
    copy,
    /** There is something to ask about. */
    isCopied,
    /** What the copy holds, to ask again when that changes. */
    version,
    answer: queryOf(question),
    total: queryOf(withoutGroups(question)),
  }
}
