/** The text of a file within a workbook; undefined where there is none. */
type TextOf = (name: string) => string | undefined

const attributes = `((?:[^>"']|"[^"]*"|'[^']*')*?)`

/** All opening tags of these names, whatever their prefix. */
const tagsOf = (names: string) =>
  new RegExp(`<(?:[\\w.-]+:)?(${names})(?=[\\s/>])${attributes}>`, "g")

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
}

const decode = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })

const patterns = new Map<string, RegExp>()

/** An attribute by its name without a prefix. */
function attributeOf(tag: string, name: string): string | undefined {
  const known = patterns.get(name)
  const pattern = known ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  if (!known) patterns.set(name, pattern)
  const found = pattern.exec(tag)
  const text = found?.[1] ?? found?.[2]
  return text === undefined ? undefined : decode(text)
}

const workbookPath = "xl/workbook.xml"

/** The first sheet that is shown: its name and its file, and how many sheets there are. */
export function findSheets(textOf: TextOf) {
  const workbook = textOf(workbookPath)
  const relations = textOf("xl/_rels/workbook.xml.rels")
  if (workbook === undefined || relations === undefined) return undefined
  const sheets = [...workbook.matchAll(tagsOf("sheet"))].map(([, , tag = ""]) => tag)
  const taken = sheets.find((tag) => (attributeOf(tag, "state") ?? "visible") === "visible")
  const id = taken && attributeOf(taken, "id")
  const target = [...relations.matchAll(tagsOf("Relationship"))]
    .map(([, , tag = ""]) => tag)
    .find((tag) => attributeOf(tag, "Id") === id)
  const path = target && attributeOf(target, "Target")
  const name = taken && attributeOf(taken, "name")
  if (name === undefined || path === undefined) return undefined
  return { name, path: path.startsWith("/") ? path.slice(1) : `xl/${path}`, count: sheets.length }
}

/** How many digits each style of a number shows at least, by its place: `00000` is five. */
export function readPads(textOf: TextOf): readonly number[] {
  const styles = textOf("xl/styles.xml") ?? ""
  const zeros = [...styles.matchAll(tagsOf("numFmt"))].map(([, , tag = ""]) => {
    const code = attributeOf(tag, "formatCode") ?? ""
    return [attributeOf(tag, "numFmtId"), /^0+$/.test(code) ? code.length : 0] as const
  })
  const padOf = new Map(zeros)
  const [, own = ""] =
    /<(?:[\w.-]+:)?cellXfs\b([\s\S]*?)<\/(?:[\w.-]+:)?cellXfs>/.exec(styles) ?? []
  return [...own.matchAll(tagsOf("xf"))].map(
    ([, , tag = ""]) => padOf.get(attributeOf(tag, "numFmtId")) ?? 0,
  )
}

const firstLetter = 64

/** A column's index from 0: A is 0, AA is 26. */
const columnAt = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - firstLetter, 0) - 1

/** What a sheet's cells are like before anything is read of them. */
export interface SheetFacts {
  readonly lastRow: number
  /** Counted from 1. */
  readonly lastColumn: number
  /** The first cell whose value is unknown. */
  readonly unread?: { readonly fault: "no_value" | "error_value"; readonly cell: string }
  /** How many digits a number shows at least, by its line and its column from 0. */
  readonly pads: ReadonlyMap<string, number>
}

const addressForm = /^([A-Z]{1,3})([1-9]\d{0,6})$/

const cellEnd = /<\/(?:[\w.-]+:)?c\s*>/g

/** What stands in a cell that begins here. */
function innerOf(xml: string, begin: number): string {
  cellEnd.lastIndex = begin
  const end = cellEnd.exec(xml)
  if (!end) throw new TypeError("A cell has no end.")
  return xml.slice(begin, end.index)
}

/** Why a reader would take a cell for empty although something stands in it: a formula that was never computed, or its error. */
function faultOf(type: string | undefined, inner: string) {
  if (type === "e") return "error_value"
  if (!/<(?:[\w.-]+:)?f[\s/>]/.test(inner)) return undefined
  const value = /<(?:[\w.-]+:)?v(?:\s[^>]*)?>([^<]*)/.exec(inner)?.[1]
  return value === undefined || (value === "" && type !== "str") ? "no_value" : undefined
}

function rowOf(address: string): number {
  if (!/^\d{1,7}$/.test(address)) throw new TypeError("A row has no place.")
  return Number(address)
}

/** How far a sheet reaches, which of its values are unknown, and how its numbers are shown. */
export function scanSheet(xml: string, padsOfStyles: readonly number[]): SheetFacts {
  let lastRow = 0
  let lastColumn = 0
  let unread: SheetFacts["unread"]
  const pads = new Map<string, number>()
  for (const found of xml.matchAll(tagsOf("row|c"))) {
    const [whole, kind, tag = ""] = found
    const address = attributeOf(tag, "r")
    if (kind === "row") {
      if (address !== undefined) lastRow = Math.max(lastRow, rowOf(address))
      continue
    }
    const [, letters, row] = addressForm.exec(address ?? "") ?? []
    if (letters === undefined || row === undefined) throw new TypeError("A cell has no place.")
    const column = columnAt(letters)
    lastRow = Math.max(lastRow, Number(row))
    lastColumn = Math.max(lastColumn, column + 1)
    const pad = padsOfStyles[Number(attributeOf(tag, "s"))] ?? 0
    if (pad > 0) pads.set(`${row} ${column}`, pad)
    if (unread || whole.endsWith("/>")) continue
    const fault = faultOf(attributeOf(tag, "t"), innerOf(xml, found.index + whole.length))
    if (fault) unread = { fault, cell: `${letters}${row}` }
  }
  return { lastRow, lastColumn, pads, ...(unread && { unread }) }
}
