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

/** How many departments a batch has, and how many of them it is done with. */
export function progressOf({ counts }: Pick<BatchSummary, "counts">) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const left = (counts.waiting ?? 0) + (counts.sending ?? 0)
  return { all, done: all - left }
}

/** Whether it was tried, did not change anything, and can be tried again. */
export const mayRetry = ({ state, verdict }: BatchItem): boolean =>
  state === "refused" || state === "not_sent" || (state === "unknown" && verdict === "not_applied")

/** Those of a batch that can be tried again. */
export const failedItems = ({ items }: Batch): BatchItem[] => items.filter(mayRetry)

const maxTitleLength = 200
const unstorable = /[\0\p{Surrogate}]/gu

/** What a batch can be called: at most 200 characters, none of them broken by the cut. */
export const batchTitle = (text: string): string =>
  text.slice(0, maxTitleLength).replace(unstorable, "")
