import "server-only"
import { BffError } from "../http/problem"
import type { LineProblem } from "./read-csv-rows"

/** Problems shown of one file. */
export const problemsShown = 1000

/** The first problems of a file by line, as an answer has them. */
export const toLineErrors = (problems: readonly LineProblem[]) =>
  problems
    .toSorted((one, other) => one.line - other.line)
    .slice(0, problemsShown)
    .map((problem) => ({ parameter: `line ${problem.line}`, ...problem }))

/** The refusal of a file for its problems. */
export const refuseLines = (problems: readonly LineProblem[]) =>
  new BffError("invalid_import", { errors: toLineErrors(problems) })
