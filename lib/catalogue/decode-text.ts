/** Encodings of files written by spreadsheet programs. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

const reach = 512

/** Detects UTF-16 by its byte order mark, or by the zeros in every other byte of western text. */
function findUtf16(bytes: Uint8Array): TextEncoding | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le"
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be"
  const start = bytes.subarray(0, reach)
  const zerosAt = (rest: number) => start.filter((byte, at) => byte === 0 && at % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (even + odd < start.length / 4) return undefined
  return odd > even ? "utf-16le" : "utf-16be"
}

/** Byte length of a UTF-8 character from its first byte. */
const lengthOf = (first: number) => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1)

/** Number of trailing bytes that begin an incomplete UTF-8 character. */
function countUnfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    const isFirst = byte < 0x80 || byte >= 0xc0
    if (isFirst) return lengthOf(byte) > back ? back : 0
  }
  return 0
}

/** Windows-1252 characters 128 to 159. Node decodes these as Latin-1. */
const westernSigns = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
const readSign = (sign: string) => westernSigns[sign.charCodeAt(0) - 0x80] ?? sign

/** Characters that do not occur in Windows-1252 text. */
const noText = /[^\P{Cc}\t\n\r\f]/u

/** Decodes a text chunk by chunk. */
export interface TextDecoding {
  /**
   * The text of the next bytes. Incomplete characters are buffered. Throws `TypeError` if the bytes
   * are not text.
   */
  next(bytes: Uint8Array): string
  /** The text of the buffered bytes, at the end. */
  end(): string
  readonly encoding: TextEncoding
}

/**
 * Decodes UTF-8, with or without a byte order mark, and UTF-16 of either byte order. Anything else
 * is decoded as Windows-1252, as spreadsheet programs of western Europe write CSV. Both encodings
 * are the same up to the first non-ASCII character.
 */
export function createTextDecoding(): TextDecoding {
  let kept = new Uint8Array()
  let isBegun = false
  let encoding: TextEncoding = "utf-8"
  let hasUtf8 = false
  let utf16: TextDecoder | undefined

  function readUtf8(bytes: Uint8Array): string {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: isBegun }).decode(bytes)
      hasUtf8 ||= text.length < bytes.length
      return text
    } catch (error) {
      if (hasUtf8) throw error
      encoding = "windows-1252"
      return readWestern(bytes)
    }
  }
  function readWestern(bytes: Uint8Array): string {
    const decoded = new TextDecoder("windows-1252").decode(bytes)
    const text = decoded.replaceAll(/[\u0080-\u009f]/g, readSign)
    if (noText.test(text)) throw new TypeError("The bytes are no text.")
    return text
  }
  function read(bytes: Uint8Array): string {
    if (!isBegun) {
      const found = findUtf16(bytes)
      if (found) {
        encoding = found
        utf16 = new TextDecoder(found, { fatal: true })
      }
    }
    const text = utf16
      ? utf16.decode(bytes, { stream: true })
      : encoding === "utf-8"
        ? readUtf8(bytes)
        : readWestern(bytes)
    isBegun = true
    return text
  }
  return {
    next(bytes) {
      const all = new Uint8Array(kept.length + bytes.length)
      all.set(kept)
      all.set(bytes, kept.length)
      const isShort = !isBegun && all.length < 4
      const unfinished = encoding === "utf-8" ? countUnfinished(all) : 0
      const end = isShort ? 0 : all.length - unfinished
      kept = all.slice(end)
      return end === 0 ? "" : read(all.subarray(0, end))
    },
    end() {
      const rest = kept.length > 0 ? read(kept) : ""
      kept = new Uint8Array()
      return rest + (utf16?.decode() ?? "")
    },
    get encoding() {
      return encoding
    },
  }
}

export const separators = [",", ";", "\t"] as const

/** Separates the values of a row. */
export type Separator = (typeof separators)[number]

/**
 * Options of csv-parse for every CSV file: any line endings, rows of any length, and blank lines
 * skipped.
 */
export const csvParsing = {
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ["\r\n", "\n", "\r"],
}

const separatorLine = /^sep=(.)[ \t]*(?=[\r\n]|$)/i

/**
 * The CSV text with the line `sep=;` of spreadsheet programs blanked, and the separator: the one
 * that line names, else the most frequent one in the first line, outside quotes.
 */
export function findSeparator(text: string): {
  readonly separator: Separator
  readonly text: string
} {
  const [line = "", named] = separatorLine.exec(text) ?? []
  const known = separators.find((each) => each === named)
  if (known) return { separator: known, text: text.slice(line.length) }
  const outside = text.trimStart().replaceAll(/"[^"]*"?/g, "")
  const [first = ""] = outside.split(/[\r\n]/, 1)
  const count = (separator: string) => first.split(separator).length
  const separator = separators.reduce((best, each) => (count(each) > count(best) ? each : best))
  return { separator, text }
}
