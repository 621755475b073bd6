import type { Size } from "../suite"

/** What a simulated year is made of; what is counted is of one day. */
export interface YearPlan {
  readonly days: number
  readonly dataSets: number
  /** New points of each data set. */
  readonly points: number
  readonly people: number
  /** Single edits, and those of batches. */
  readonly edits: number
  readonly batches: number
  readonly editsOfABatch: number
  readonly exports: number
  /** Kept answers, and records that each person opens. */
  readonly answers: number
  readonly recents: number
  /** Days after which tables are measured, and on which all that is old is compared; the last day is one. */
  readonly measured: readonly number[]
  readonly compared: readonly number[]
  /** A month at the beginning is compared with the last. */
  readonly month: number
  /** For how many days edits and the audit are kept. */
  readonly keptDays: number
}

const whole: YearPlan = {
  days: 400,
  dataSets: 5,
  points: 2500,
  people: 200,
  edits: 300,
  batches: 5,
  editsOfABatch: 40,
  exports: 50,
  answers: 400,
  recents: 2,
  measured: [30, 100, 200, 400],
  compared: [30, 200, 400],
  month: 30,
  keptDays: 365,
}

const quick: YearPlan = {
  ...whole,
  days: 50,
  points: 500,
  people: 20,
  edits: 30,
  batches: 1,
  editsOfABatch: 20,
  exports: 5,
  answers: 40,
  measured: [10, 25, 50],
  compared: [10, 25, 50],
  month: 10,
  keptDays: 30,
}

/** 400 days with 5,000,000 points, 200,000 edits and 20,000 exports; or 50 with less of each. */
export const yearPlans: Readonly<Record<Size, YearPlan>> = { quick, normal: whole, large: whole }

export const editsOfADay = ({ edits, batches, editsOfABatch }: YearPlan): number =>
  edits + batches * editsOfABatch

/** The bytes of a table on disk, those of its partitions included. */
export interface TableSize {
  readonly name: string
  readonly heap: number
  readonly indexes: number
  /** Values that are stored apart, with their index. */
  readonly toast: number
}

/** What a real comparison of everything old has cost. */
export interface RealCheck {
  readonly day: number
  readonly calls: number
  /** Those for what is new among them. */
  readonly allCalls: number
  /** Pages of 1,000 that the old rows of all lists have. */
  readonly pages: number
  readonly ms: number
}

export interface YearOrder {
  readonly size: Size
  readonly databaseUrl: string
}

/** What a simulated year was like. */
export interface YearOutcome {
  readonly sizes: readonly { readonly day: number; readonly tables: readonly TableSize[] }[]
  /** Milliseconds of each day, by what was done. */
  readonly times: { readonly [work: string]: readonly number[] }
  /** Rows that are there longer than they are to be kept, by table. */
  readonly left: { readonly [table: string]: number }
  /** How many there are of what was to be written. */
  readonly written: { readonly [what: string]: number }
  readonly checks: readonly RealCheck[]
  /** Calls for checks on each day, at the product's schedule, and how many there may be. */
  readonly checkCalls: readonly number[]
  readonly callsPerDay: number
  /** Days after which the last of the changed old rows was right, and how many are promised. */
  readonly foundAfter: number
  readonly promised: number
  readonly changedRows: number
  /** The longest that an old row was not compared, by the count, in days. */
  readonly longestUnseen: number
  readonly faults: readonly string[]
}
