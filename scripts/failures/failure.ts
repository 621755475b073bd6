/** A failure that was caused, and the one line that a person sees of it, by where they see it. */
export interface Failure {
  readonly name: string
  /** What `npm start` and `npm run doctor` print. */
  readonly command?: string | undefined
  /** What `/readyz` answers: its status and the code of the part. */
  readonly readyz?: string | undefined
  /** What Settings → Status says, in English. */
  readonly page?: string | undefined
  /** Why it could not be caused on this machine. */
  readonly skipped?: string
}

const cell = (text: string | undefined) => text?.replaceAll("|", "\\|") ?? "–"

/** A row of the table. */
export const printFailure = ({ name, command, readyz, page, skipped }: Failure): string =>
  skipped
    ? `| ${name} | not caused here: ${skipped} | | |`
    : `| ${name} | ${cell(command)} | ${cell(readyz)} | ${cell(page)} |`

/** The table of them all. */
export const printFailures = (failures: readonly Failure[]): string =>
  [
    "| Failure | `npm start` and `npm run doctor` say | `/readyz` | Settings → Status |",
    "|---|---|---|---|",
    ...failures.map(printFailure),
  ].join("\n")
