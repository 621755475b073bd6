import { createElement, type ReactNode } from "react"
import { badgeClass } from "../ui/badge"
import type { CellText } from "./cell-text"
import { isNumeric } from "./columns"
import { foundClass, splitFound } from "./find-rows"
import type { ShownColumn } from "./grid-layout"

/** A piece of what a cell holds: a text, or an element with pieces of its own. */
export type CellPart =
  | string
  | {
      readonly tag: "span" | "mark" | "div"
      readonly className: string
      readonly parts: readonly CellPart[]
    }

// Plain strings: these are read for every cell that scrolls by.
const cellStyles = {
  plain: "",
  quiet: " text-ink-faint",
  code: " font-mono text-[0.75rem]",
  badge: "",
  muted: " text-ink-muted",
} as const satisfies Record<CellText["style"], string>
const cellClass = "h-full whitespace-nowrap px-3 tabular"
// Clipped, not hidden: a cell whose overflow is hidden is a frame that the browser could scroll.
const cutClass = " overflow-clip text-ellipsis"
const stickyClass =
  " bg-surface group-hover/row:[background-image:linear-gradient(var(--hover),var(--hover))] group-data-marked/row:[background-image:linear-gradient(var(--hover),var(--hover))]"
const activeClass =
  " group-focus/grid:outline-2 group-focus/grid:outline-focus -outline-offset-2 outline-solid outline-transparent"

/** The widest that a character of 14 pixels gets in a usual sans serif, in pixels. */
const advanceOf = (character: string): number => {
  if (/[ijl.,:;'|!]/.test(character)) return 5
  if (/[frt()[\]/\\ "-]/.test(character)) return 6
  if (/[0-9a-ln-vx-z–_+<>=*?$#]/.test(character)) return 9
  return /[A-LN-VX-Z]/.test(character) ? 11 : 15
}

const lastKnown = 0x24f
const advances = Uint8Array.from({ length: lastKnown + 1 }, (_, code) =>
  advanceOf(String.fromCharCode(code)),
)
const codeAdvance = 8
const cellPadding = 24
const maxMeasured = 80

/** Whether a text surely fits into a cell of that width, by the widths of its characters; what is not Latin counts as too wide. */
export function surelyFits(text: string, width: number, style: CellText["style"]): boolean {
  const room = width - cellPadding
  if (style === "code") return text.length * codeAdvance <= room
  if (text.length > maxMeasured) return false
  let needed = 0
  for (let at = 0; at < text.length; at++) needed += advances[text.charCodeAt(at)] ?? room + 1
  return needed <= room
}

/** A cell's classes. Only what may not fit is clipped: each clip costs the browser something in every frame. */
export function cellClassOf(shown: ShownColumn, { text, style, more }: CellText, active: boolean) {
  const { column, width } = shown.grid
  const fits = more === undefined && style !== "badge" && surelyFits(text, width, style)
  return `${cellClass}${fits ? "" : cutClass}${cellStyles[style]}${
    isNumeric(column.field) ? " text-right" : ""
  }${shown.isSticky ? stickyClass : ""}${active ? activeClass : ""}`
}

function markParts(text: string, find: string): CellPart[] {
  const found = splitFound(text, find)
  if (!found) return [text]
  return [found.before, { tag: "mark", className: foundClass, parts: [found.hit] }, found.after]
}

/** What a cell holds, with what was looked for marked. */
export function cellPartsOf({ text, style, tone, more }: CellText, find: string): CellPart[] {
  const marked = markParts(text, find)
  const parts: CellPart[] =
    style === "badge"
      ? [{ tag: "span", className: `${badgeClass(tone)} align-middle`, parts: marked }]
      : marked
  if (more === undefined) return parts
  return [...parts, { tag: "span", className: "text-ink-faint", parts: [` ${more}`] }]
}

export const pendingCellClass = "flex items-center px-3"
const pendingWidths = ["w-3/5", "w-2/5", "w-1/2", "w-3/4"] as const

/** The place of a value that is on its way. */
export const pendingParts = (row: number, { index, grid }: ShownColumn): CellPart[] => [
  {
    tag: "div",
    className: `h-2.5 animate-pulse rounded-sm bg-pressed ${
      pendingWidths[(row + index) % pendingWidths.length]
    }${isNumeric(grid.column.field) ? " ml-auto" : ""}`,
    parts: [],
  },
]

/** The pieces as React draws them. */
export const drawParts = (parts: readonly CellPart[]): ReactNode[] =>
  parts.map((part, at) =>
    typeof part === "string"
      ? part
      : createElement(part.tag, { key: at, className: part.className }, ...drawParts(part.parts)),
  )

/** The same pieces as elements of the page. */
export const makeParts = (parts: readonly CellPart[]): Node[] =>
  parts.map((part) => {
    if (typeof part === "string") return document.createTextNode(part)
    const element = document.createElement(part.tag)
    element.className = part.className
    element.append(...makeParts(part.parts))
    return element
  })
