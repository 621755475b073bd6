import { type Catalogue, matchPath, type Operation, type PathParameters } from "../catalogue"
import { BffError } from "./problem"

/** An operation and its path parameters as they were written. */
export interface Matched {
  readonly operation: Operation
  readonly raw: PathParameters
}

/** The catalogue's operation at a raw path; throws `unknown_path` (404) or `method_not_allowed` (405). */
export function matchOperation(from: Catalogue, method: string, path: string): Matched {
  const match = matchPath(from, method, path)
  if (match.kind === "not-found") throw new BffError("unknown_path")
  if (match.kind === "method-not-allowed")
    throw new BffError("method_not_allowed", { allow: match.allow })
  return match
}
