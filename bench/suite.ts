import type { Row } from "./row"

/** How much is measured: `quick` shows that a suite works, in seconds; its figures are rough. */
export type Size = "quick" | "normal" | "large"

/** What a suite runs with. */
export interface SuiteContext {
  readonly size: Size
  /** Stops the part when the run ends, also when it is interrupted. */
  readonly keep: <Part extends { stop(): Promise<void> }>(part: Part) => Part
  /** Tells who waits what is going on. */
  readonly print: (line: string) => void
}

/** What a suite measured, and on which PostgreSQL where it used one. */
export interface SuiteResult {
  readonly rows: readonly Row[]
  readonly postgres?: string
  /** What could not be measured, a sentence each that says why. */
  readonly missing?: readonly string[]
}

/** The measurements of one subject. */
export type Suite = (context: SuiteContext) => Promise<SuiteResult>
