import type { CSSProperties } from "react"
import type { Density } from "@/lib/client"
import type { GridColumn } from "./arrange-columns"

export const rowHeights = { compact: 28, normal: 36, roomy: 44 } as const satisfies Record<
  Density,
  number
>
export const headerHeight = 36

/** The frame size that the server and the first paint assume until it is measured. */
export const assumedFrame = { width: 1280, height: 760 } as const

/** A column by index, with the style that positions its cells. */
export interface ShownColumn {
  readonly index: number
  readonly grid: GridColumn
  /** True if it stays in place while the others scroll. */
  readonly isSticky: boolean
  readonly style: CSSProperties
}

export const totalWidth = (columns: readonly GridColumn[]): number => {
  const last = columns.at(-1)
  return last ? last.start + last.width : 0
}

/** Pinned columns scroll with the others if they exceed this share of the width. */
const maxPinned = 0.6

const pinnedEdge = "inset -1px 0 var(--line-strong)"

/** How many columns stick to the start at this width. */
export function countSticking(columns: readonly GridColumn[], width: number): number {
  const pinned = columns.filter(({ isPinned }) => isPinned)
  return totalWidth(pinned) > width * maxPinned ? 0 : pinned.length
}

/** Places the columns in a frame of this width; if all fit, text columns share the rest. */
export function placeColumns(columns: readonly GridColumn[], width: number): ShownColumn[] {
  const sticking = countSticking(columns, width)
  const total = totalWidth(columns)
  return columns.map((grid, index) => {
    const isSticky = index < sticking
    const isEdge = index === sticking - 1
    return {
      index,
      grid,
      isSticky,
      style: {
        flex: `${grid.grows && total <= width ? 1 : 0} 0 ${grid.width}px`,
        // A flex item with `overflow: clip`, unlike `hidden`, is at least as wide as its content.
        minWidth: 0,
        ...(isSticky && { position: "sticky", left: grid.start, zIndex: 1 }),
        ...(isEdge && { boxShadow: pinnedEdge }),
      },
    }
  })
}

/** How many columns a card shows: the first as its title, the others labelled in two columns. */
const cardColumns = 5
const cardTitleHeight = 28
const cardCellHeight = 38
const cardPadding = 12

/** The first columns, which cards show. */
export const columnsOfCards = (columns: readonly GridColumn[]): readonly GridColumn[] =>
  columns.slice(0, cardColumns)

/** The height of a card, in pixels. */
export const cardHeight = (columns: readonly GridColumn[]): number =>
  cardTitleHeight + Math.ceil((columns.length - 1) / 2) * cardCellHeight + cardPadding

/** Places the columns of cards, which are as wide as the frame and only scroll vertically. */
export function placeCardColumns(columns: readonly GridColumn[], width: number): ShownColumn[] {
  return columns.map((grid, index) => {
    const isTitle = index === 0
    const height = isTitle ? cardTitleHeight : cardCellHeight
    return {
      index,
      grid: { ...grid, width: isTitle ? width : width / 2, start: 0 },
      isSticky: false,
      style: {
        flex: `0 0 ${isTitle ? 100 : 50}%`,
        minWidth: 0,
        height,
        lineHeight: isTitle ? `${height}px` : "18px",
        textAlign: "start",
        ...(isTitle && { fontWeight: 500 }),
      },
    }
  })
}

/** The CSS transform that positions a row. */
export const rowTransform = (row: number, rowHeight: number): string =>
  `translateY(${row * rowHeight}px)`

/** The DOM id of a cell, for `aria-activedescendant`. */
export const cellId = (grid: string, row: number, column: number): string =>
  `${grid}-${row}-${column}`
