import type { Row } from "./row"

/**
 * How much is measured. `quick` only shows that a suite works, in seconds; its figures are rough.
 */
export type Size = "quick" | "normal" | "large"

/** The context of a suite. */
export interface SuiteContext {
  readonly size: Size
  /** Stops the part when the run ends or is interrupted. */
  readonly keep: <Part extends { stop(): Promise<void> }>(part: Part) => Part
  /** Prints a progress message. */
  readonly print: (line: string) => void
}

/** A suite's measurements, and the PostgreSQL version if it used one. */
export interface SuiteResult {
  readonly rows: readonly Row[]
  readonly postgres?: string
  /** What could not be measured and why, one sentence each. */
  readonly missing?: readonly string[]
}

/** The measurements of one subject. */
export type Suite = (context: SuiteContext) => Promise<SuiteResult>
