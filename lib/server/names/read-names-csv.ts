import "server-only"
import { z } from "zod"
import { type Faulty, toFaulty, userNameColumns } from "../../catalogue"
import { isStorable, type LineProblem, readCsvRows, readNamedId } from "../files/read-csv-rows"
import { type NamedUser, personDetails } from "./table"

type Column = (typeof userNameColumns)[keyof typeof userNameColumns][number]

export interface NamesCsvOptions {
  readonly maxRows: number
  /** What each column holds; without it, the header says. */
  readonly uses?: readonly (Column | "")[] | undefined
  /** Called for each faulty row; such rows are skipped. */
  readonly onProblem: (problem: LineProblem) => void
}

const batchRows = 5000
const maxDetailLength = 200

type Values = ReadonlyMap<Column, string>

/** The fault in a row's details, if any. */
function findDetailFault(row: Values): Faulty | undefined {
  for (const detail of personDetails) {
    const text = row.get(detail) ?? ""
    if (text.length > maxDetailLength) return toFaulty(`${detail}_too_long`, maxDetailLength)
    if (!isStorable(text)) return toFaulty(`${detail}_unstorable`)
  }
  const email = row.get("email")
  return !email || z.email().safeParse(email).success ? undefined : toFaulty("email_wrong")
}

/** Parses a user, or returns the problem with the row. */
function readRow(row: Values): Omit<NamedUser, "line"> | Faulty {
  const named = readNamedId(row.get("id"), row.get("name"))
  if ("fault" in named) return named
  const fault = findDetailFault(row)
  if (fault) return fault
  const details = personDetails.flatMap((detail) => {
    const text = row.get(detail)
    return text ? [[detail, text]] : []
  })
  return { ...named, ...Object.fromEntries(details) }
}

/** Reads a CSV file of users in batches of 5,000. Throws `CsvFault`. */
export async function* readNamesCsv(
  bytes: AsyncIterable<Uint8Array>,
  { maxRows, uses, onProblem }: NamesCsvOptions,
): AsyncGenerator<readonly NamedUser[]> {
  let batch: NamedUser[] = []
  const wanted = { ...userNameColumns, uses, maxRows, noHeader: "no_header" } as const
  for await (const read of readCsvRows<Column>(bytes, wanted)) {
    const row = "fault" in read ? read : readRow(read.values)
    const { line } = read
    if ("fault" in row) onProblem({ ...row, line })
    else if (batch.push({ line, ...row }) === batchRows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
