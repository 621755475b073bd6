import "server-only"
import { type Problem, parseSearch, problemLimit, quote } from "../../catalogue"
import { BffError } from "./problem"

/**
 * Parses a raw query strictly, with or without `?`; throws `invalid_query` (400) with each
 * undecodable parameter.
 */
export function requireSearch(raw: string): URLSearchParams {
  const parsed = parseSearch(raw)
  if (!parsed.ok) throw new BffError("invalid_query", { errors: parsed.problems })
  return parsed.search
}

const problemOf = (parameter: string, isKnown: boolean): Problem => {
  const name = quote(parameter)
  return { parameter: name, message: `${name} is ${isKnown ? "given twice" : "not known here"}.` }
}

/** Throws `invalid_query` (400) with each unknown or repeated parameter. */
export function requireKnown(search: URLSearchParams, known: readonly string[]): void {
  const names = [...search.keys()]
  const wrong = names.filter((name, at) => !known.includes(name) || names.indexOf(name) < at)
  if (wrong.length === 0) return
  const errors = [...new Set(wrong)].map((name) => problemOf(name, known.includes(name)))
  throw new BffError("invalid_query", { errors: errors.slice(0, problemLimit) })
}

/**
 * True for `?take=good`, which omits the faulty entries of an import; throws `invalid_query` (400)
 * for any other value.
 */
export function takesGood(search: URLSearchParams): boolean {
  const take = search.get("take")
  if (take === null || take === "good") return take === "good"
  const message = "take must be good, or absent."
  throw new BffError("invalid_query", { errors: [{ parameter: "take", message }] })
}
