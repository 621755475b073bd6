import { type Failure, printFailure, printFailures } from "./failure"

const table = /^\| Failure \|.*(?:\n\|.*)*/m

/** The document with the table of these failures; a row of one that could not be caused here stays as it is. */
export function fillFailures(text: string, failures: readonly Failure[]): string {
  if (!table.test(text)) throw new Error("docs/failures.md has no table of failures.")
  const rows = text.split("\n")
  const printed = failures.map((failure) => {
    const before = rows.find((row) => row.startsWith(`| ${failure.name} |`))
    return failure.skipped && before ? before : printFailure(failure)
  })
  const head = printFailures([])
  return text.replace(table, () => [head, ...printed].join("\n"))
}
