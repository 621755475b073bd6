import {
  type Catalogue,
  fieldsOf,
  type ListEnvelope,
  type Operation,
  type Row,
  type SingleEnvelope,
} from "../catalogue"
import {
  anyShape,
  compactJson,
  JsonScanner,
  numberShape,
  objectShape,
  type Shape,
  stringShape,
} from "./json-scanner"
import { timeSlice } from "./time-slice"

/** What the answers of an operation are: the same that `envelopeSchema` accepts. */
export interface AnswerShape {
  readonly isList: boolean
  readonly row: Shape
}

export const answerShape = (from: Catalogue, operation: Operation): AnswerShape => ({
  isList: operation.kind === "list",
  row: objectShape(fieldsOf(from, operation)),
})

interface Range {
  readonly start: number
  readonly end: number
}

/** Where `data` is in an answer. */
interface DataRange extends Range {
  readonly fits: boolean
  /** Whether there is space between the tokens of a record, and whether all else could be of `JSON.stringify`. */
  readonly hasSpace: boolean
  readonly isPlain: boolean
  readonly rows: number
  /** Of some whole records each. */
  readonly parts: readonly Range[]
}

/** What stands beside the data of a list. */
type Links = Pick<ListEnvelope, "nextUrl" | "previousUrl"> & { readonly count?: number | null }

/** An answer of the platform, known to have its operation's shape. */
export interface ScannedAnswer extends Links {
  readonly isList: boolean
  readonly bytes: Buffer
  readonly data: DataRange
}

/** After so many bytes of records others may come first. */
const partBytes = 64 * 1024
const [brace, bracket] = [0x7b, 0x5b]
const byteOrderMark = Buffer.from("\uFEFF")

const linkShapes: ReadonlyMap<string, Shape> = new Map([
  ["count", numberShape],
  ["nextUrl", stringShape],
  ["previousUrl", stringShape],
])

const unfit = Symbol("another shape")

function readLink(scanner: JsonScanner, shape: Shape): unknown {
  const { at } = scanner
  const fits = scanner.value(shape)
  return fits ? JSON.parse(scanner.bytes.toString("utf8", at, scanner.at)) : unfit
}

/** A list's records, or one record. */
async function scanData(scanner: JsonScanner, { isList, row }: AnswerShape): Promise<DataRange> {
  let fits = scanner.peek() === (isList ? bracket : brace)
  const start = scanner.at
  scanner.isPlain = true
  let hasSpace = false
  const parts: Range[] = []
  let rows = 0
  if (isList && fits) {
    let part = start + 1
    for (let more = scanner.enter(bracket); more; ) {
      fits = scanner.peek() === brace && fits
      scanner.hasSpace = false
      fits = scanner.value(row) && fits
      hasSpace ||= scanner.hasSpace
      rows += 1
      const end = scanner.at
      more = scanner.goesOn(bracket)
      if (more && end - part < partBytes) continue
      parts.push({ start: part, end })
      part = scanner.at
      if (more) await timeSlice()
    }
  } else {
    scanner.hasSpace = false
    fits = scanner.value(row) && fits
    hasSpace = scanner.hasSpace
  }
  return { start, end: scanner.at, fits, hasSpace, isPlain: scanner.isPlain, rows, parts }
}

/**
 * Reads an answer in its bytes, UTF-8: it accepts what `JSON.parse` and `envelopeSchema` accept, without making
 * objects of the records. Throws `SyntaxError` or, where a shape is wrong, `TypeError`.
 */
export async function scanAnswer(bytes: Buffer, shape: AnswerShape): Promise<ScannedAnswer> {
  await timeSlice()
  const hasMark = byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length))
  const scanner = new JsonScanner(bytes, hasMark ? byteOrderMark.length : 0)
  const links = new Map<string, unknown>()
  let data: DataRange | undefined
  for (let more = scanner.enter(brace); more; more = scanner.goesOn(brace)) {
    const name = scanner.name()
    const linkShape = shape.isList ? linkShapes.get(name) : undefined
    if (name === "data") data = await scanData(scanner, shape)
    else if (linkShape) links.set(name, readLink(scanner, linkShape))
    else scanner.value(anyShape)
  }
  scanner.end()
  if (!data?.fits || [...links.values()].includes(unfit))
    throw new TypeError("The answer has another shape.")
  return { isList: shape.isList, bytes, data, ...(Object.fromEntries(links) as Links) }
}

/** What is in a range; names that would set a prototype are left out. */
function parseRange(
  { bytes, data }: ScannedAnswer,
  { start, end }: Range,
  [before, after] = ["", ""],
): unknown {
  const text = `${before}${bytes.toString("utf8", start, end)}${after}`
  const leaveOut = (name: string, value: unknown) => (name === "__proto__" ? undefined : value)
  return JSON.parse(text, data.isPlain ? undefined : leaveOut)
}

/** Some records of a list, whose bytes are in a range. */
const parseRows = (answer: ScannedAnswer, range: Range) =>
  parseRange(answer, range, ["[", "]"]) as Row[]

/** The JSON of `data` as it was sent, but without space between the tokens of a record and escapes in names. */
export async function printData(answer: ScannedAnswer): Promise<Buffer> {
  const { bytes, data, isList } = answer
  const whole = bytes.subarray(data.start, data.end)
  if (data.isPlain && !data.hasSpace) return whole
  if (!isList)
    return data.isPlain ? compactJson(whole) : Buffer.from(JSON.stringify(parseRange(answer, data)))
  const printed: Buffer[] = []
  for (const part of data.parts) {
    await timeSlice()
    const json = data.isPlain
      ? compactJson(bytes.subarray(part.start, part.end))
      : Buffer.from(JSON.stringify(parseRows(answer, part)).slice(1, -1))
    printed.push(Buffer.from(printed.length === 0 ? "[" : ","), json)
  }
  return Buffer.concat([...printed, Buffer.from(printed.length === 0 ? "[]" : "]")])
}

/** The answer as objects. */
export async function readEnvelope(answer: ScannedAnswer): Promise<ListEnvelope | SingleEnvelope> {
  const { data, isList, count, nextUrl, previousUrl } = answer
  if (!isList) return { data: parseRange(answer, data) as Row }
  const rows: Row[][] = []
  for (const part of data.parts) {
    await timeSlice()
    rows.push(parseRows(answer, part))
  }
  return { count: count ?? undefined, data: rows.flat(), nextUrl, previousUrl }
}
