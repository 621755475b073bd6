import type { RecordName } from "@/lib/catalogue"

/** How far a load of demo data is, over all records. */
export interface DemoProgress {
  readonly record: RecordName
  /** What is under way: rows are stored first, then a large table's indexes are built. */
  readonly phase: "rows" | "indexes"
  /** Rows stored so far, and about how many there will be. */
  readonly rows: number
  readonly allRows: number
  /** The part of the work that is done, 0 to 1. */
  readonly share: number
}

export type OnDemoProgress = (progress: DemoProgress) => void

export type RowTotals = { readonly [N in RecordName]: number }

/** From how many rows on a table's indexes are built after its rows rather than beside them. */
const manyRows = 5_000

/** Building a large table's indexes takes about as long as storing its rows. */
const indexWork = 0.5

/** One record's part in the progress of a load. */
export interface RecordProgress {
  readonly rebuildIndexes: boolean
  countRow(): void
  onIndex(built: number, all: number): void
  finish(): void
}

/** Adds up the progress of records that are loaded one after another, `step` rows between two reports. */
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
