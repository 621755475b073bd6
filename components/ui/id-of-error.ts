const maxLength = 160

const wordsOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** What support needs to find an error: its id in the server's log; of one that only the browser knows, when it was and its own words. */
export function idOfError(error: unknown, time: Date): string {
  if (error instanceof Error && "digest" in error && typeof error.digest === "string")
    return error.digest
  return `${time.toISOString().slice(0, 19)}Z ${wordsOf(error)}`.slice(0, maxLength)
}
