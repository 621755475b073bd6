import type { RecordName } from "@/lib/catalogue"

/** Progress of loading demo data, over all records. */
export interface DemoProgress {
  readonly record: RecordName
  /** Rows are stored first, then a large table's indexes are built. */
  readonly phase: "rows" | "indexes"
  /** Rows stored so far, and the estimated total. */
  readonly rows: number
  readonly allRows: number
  /** The completed part of the work, 0 to 1. */
  readonly share: number
}

export type OnDemoProgress = (progress: DemoProgress) => void

export type RowTotals = { readonly [N in RecordName]: number }

/** From this many rows on, a table's indexes are built after its rows instead of with them. */
const manyRows = 5_000

/** Building a large table's indexes takes about as long as storing its rows. */
const indexWork = 0.5

/** Progress of one record type. */
export interface RecordProgress {
  readonly rebuildIndexes: boolean
  countRow(): void
  onIndex(built: number, all: number): void
  finish(): void
}

/** Sums the progress of records loaded one after another, with a report every `step` rows. */
export function trackProgress(totals: RowTotals, onProgress: OnDemoProgress, step = 10_000) {
  const allRows = Object.values(totals).reduce((sum, total) => sum + total, 0)
  let rows = 0
  let finished = 0
  return (record: RecordName): RecordProgress => {
    const total = totals[record]
    const start = rows
    const rebuildIndexes = total >= manyRows
    const report = (phase: DemoProgress["phase"], part: number) =>
      onProgress({ record, phase, rows, allRows, share: (finished + total * part) / allRows })
    return {
      rebuildIndexes,
      countRow() {
        rows += 1
        const stored = rows - start
        if (stored % step !== 0) return
        report("rows", Math.min(1, stored / total) * (rebuildIndexes ? 1 - indexWork : 1))
      },
      onIndex: (built, all) => report("indexes", 1 - indexWork * (1 - built / all)),
      finish() {
        report("rows", 1)
        finished += total
      },
    }
  }
}
