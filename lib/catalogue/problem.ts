/** One thing wrong with a request, naming the query or path parameter and saying what to do. */
export interface Problem {
  readonly parameter: string
  readonly message: string
}
