/** One thing wrong with a request, naming the query or path parameter and saying what to do. */
export interface Problem {
  readonly parameter: string
  readonly message: string
  /** The same in a word that interfaces put into their reader's language, and the figure that it speaks of. */
  readonly fault?: { readonly code: string; readonly figure?: number | undefined } | undefined
  /** The line of a file, counted from 1. */
  readonly line?: number | undefined
}

/** How many problems of one request are named; reading stops there, so that an answer stays small. */
export const problemLimit = 20

const quoteLength = 100

/** A name that came from outside, cut so that a message that repeats it stays readable. */
export const quote = (name: string): string =>
  name.length > quoteLength ? `${name.slice(0, quoteLength)}…` : name
