/** One problem of a request, naming the query or path parameter and how to fix it. */
export interface Problem {
  readonly parameter: string
  readonly message: string
  /** The same as a code, which interfaces translate, and its figure. */
  readonly fault?: { readonly code: string; readonly figure?: number | undefined } | undefined
  /** Line number in a file, from 1. */
  readonly line?: number | undefined
}

/**
 * How many problems of one request are reported. Parsing stops there, so that the response stays
 * small.
 */
export const problemLimit = 20

const quoteLength = 100

/** An untrusted name, truncated so that a message that repeats it stays readable. */
export const quote = (name: string): string =>
  name.length > quoteLength ? `${name.slice(0, quoteLength)}…` : name
