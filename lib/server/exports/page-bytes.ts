import type { Row } from "../../catalogue"
import type { ExportJobs } from "./table"

/** About how many characters a line of a page has: far from 128 KiB, from which on V8 lets a text that outlives one collection lie until the next full one (decision 25). */
const lineLength = 32 * 1024

/**
 * Rows, each as its JSON text, as the bytes of a JSON array, in lines: `[{…},{…},⏎{…}]`. A page waits for the
 * database as bytes, which are outside of V8's heap, and its rows are there a line at a time.
 */
export function packPage(rows: readonly string[]): Buffer {
  const lines: Buffer[] = []
  let [line, separator] = ["[", ""]
  for (const row of rows) {
    line += separator + row
    separator = ","
    if (line.length < lineLength) continue
    lines.push(Buffer.from(line))
    line = ""
    separator = ",\n"
  }
  lines.push(Buffer.from(`${line}]`))
  return Buffer.concat(lines)
}

/** The lines of such a page, each for `rowsIn`; one of an older version is a single line. */
export function printLines(page: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < page.length; ) {
    const end = page.indexOf("\n", start)
    const next = end < 0 ? page.length : end + 1
    lines.push(page.subarray(start, next))
    start = next
  }
  return lines
}

/** The rows of a line: the first begins with the array's bracket, the last ends with it, each other one with a comma and a line feed. */
export function rowsIn(line: Buffer): Row[] {
  const text = line.toString()
  const inner = text.slice(text.startsWith("[") ? 1 : 0, text.endsWith(",\n") ? -2 : -1)
  return JSON.parse(`[${inner}]`) as Row[]
}

/** A stored page; throws where it is gone. */
export async function unpackPage(
  jobs: Pick<ExportJobs, "readPage">,
  id: string,
  number: number,
): Promise<Buffer> {
  const page = await jobs.readPage(id, number)
  if (page === undefined) throw new Error("A page of an export is gone.")
  return page
}
