import type { Batch, BatchItem, BatchSummary } from "../../edits/batches"
import type { BadgeTone } from "../../ui/badge"

export const batchTones = {
  running: "accent",
  stopped: "caution",
  done: "neutral",
} as const satisfies Record<BatchSummary["state"], BadgeTone>

export const itemTones = {
  waiting: "neutral",
  sending: "accent",
  applied: "positive",
  refused: "critical",
  not_sent: "caution",
  unknown: "caution",
} as const satisfies Record<BatchItem["state"], BadgeTone>

/** The size of a batch, and how many of its departments are finished. */
export function progressOf({ counts }: Pick<BatchSummary, "counts">) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const left = (counts.waiting ?? 0) + (counts.sending ?? 0)
  return { all, done: all - left }
}

/** True if it was tried, changed nothing, and can be retried. */
export const mayRetry = ({ state, verdict }: BatchItem): boolean =>
  state === "refused" || state === "not_sent" || (state === "unknown" && verdict === "not_applied")

export const failedItems = ({ items }: Batch): BatchItem[] => items.filter(mayRetry)

const maxTitleLength = 200
const unstorable = /[\0\p{Surrogate}]/gu

/** A batch title: at most 200 characters, cut between characters. */
export const batchTitle = (text: string): string =>
  text.slice(0, maxTitleLength).replace(unstorable, "")
