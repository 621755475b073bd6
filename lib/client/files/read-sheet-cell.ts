import { type NumberFormat, printIso, printNumber } from "./print-number"
import type { XmlElement } from "./read-xml"
import { WorkbookError } from "./unpack-workbook"

/** What a cell was in its file, if the text alone does not show it. */
export type CellKind = "number" | "date" | "formula"

/** What a sheet's cells refer to. */
export interface CellContext {
  readonly strings: readonly string[]
  /** By style number. */
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

export interface Cell {
  /** The displayed text, without locale separators. */
  readonly text: string
  readonly kind?: CellKind
}

const isSpace = (text: string, at: number) => " \t\n\r".includes(text.charAt(at) || "-")

/** Trims XML whitespace only; other spaces are text. */
function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return text.slice(start, end)
}

/**
 * Text as Excel shows it: trimmed unless marked to preserve, and with escapes such as `_x000D_` for
 * characters that XML cannot contain.
 */
function readText(texts: readonly XmlElement[]): string {
  const text = texts.map(leafText).join("")
  const isKept = texts.some(({ attributes }) => attributes["space"] === "preserve")
  return (isKept ? text : trimSpace(text)).replaceAll(/_x([\da-f]{4})_/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function leafText({ text, children }: XmlElement): string {
  if (children.length > 0) throw new TypeError("A text holds elements.")
  return text
}

function refuseText({ text }: XmlElement) {
  if (text.trim() !== "") throw new TypeError("A text stands where none may.")
}

/** Elements beside the texts of a string: formatting and pronunciation. */
const besideTexts = new Set(["rPr", "rPh", "phoneticPr", "extLst"])

function textsOf(element: XmlElement): XmlElement[] {
  refuseText(element)
  return element.children.flatMap((child) => {
    if (child.name === "t") return [child]
    if (child.name === "r") return textsOf(child)
    if (besideTexts.has(child.name)) return []
    throw new TypeError("An element is not known.")
  })
}

/** The text of a shared or inline string. */
export const readString = (element: XmlElement) => readText(textsOf(element))

function partsOf(cell: XmlElement) {
  refuseText(cell)
  const parts = new Map<string, XmlElement>()
  for (const child of cell.children) {
    if (child.name === "extLst") continue
    if (!["v", "f", "is"].includes(child.name) || parts.has(child.name))
      throw new TypeError("An element is not known.")
    parts.set(child.name, child)
  }
  return { value: parts.get("v"), formula: parts.get("f"), inline: parts.get("is") }
}

function readStored(
  type: string,
  text: string,
  style: string,
  { strings, formats, is1904 }: CellContext,
): Cell {
  if (type === "d") return { text: printIso(text), kind: "date" }
  if (type === "b" && /^(?:[01]|true|false)$/.test(text))
    return { text: `${text === "1" || text === "true"}` }
  if (type === "s" && /^\d+$/.test(text)) {
    const shared = strings[Number(text)]
    if (shared !== undefined) return { text: shared }
  }
  const format = formats[Number(style)]
  if (type === "n" && format) return printNumber(text, format, is1904)
  throw new TypeError("A value is not understood.")
}

/** Reads a cell; throws if it has no value, or an unsupported one. */
export function readCell(element: XmlElement, context: CellContext): Cell {
  const { t: type = "n", s: style = "0" } = element.attributes
  const { value, formula, inline } = partsOf(element)
  if (type === "e") throw new WorkbookError("error_value")
  const stored = value ? leafText(value).trim() : ""
  const isText = type === "str" || type === "inlineStr"
  const inlineText = inline ? readString(inline) : ""
  if (inlineText !== "" && type !== "inlineStr") throw new TypeError("A text is in a number.")
  if (formula && stored === "" && inlineText === "" && !(isText && (value || inline)))
    throw new WorkbookError("no_value")
  const kind = formula && ({ kind: "formula" } as const)
  if (inlineText !== "") return { text: inlineText, ...kind }
  if (isText) return { text: value ? readText([value]) : "", ...kind }
  return stored === "" ? { text: "" } : { ...readStored(type, stored, style, context), ...kind }
}
