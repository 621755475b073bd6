import { type PointerEvent, useRef, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import { fitWidth } from "./columns"

export interface ColumnPointerOptions {
  readonly columns: readonly GridColumn[]
  readonly onResize: (name: string, width: number) => void
  /** Called with the position among the visible columns that a column was dropped at. */
  readonly onMove: (name: string, to: number) => void
}

interface Drag {
  readonly kind: "resize" | "move"
  readonly name: string
  readonly startX: number
  readonly startWidth: number
  readonly width: number
  readonly dropAt?: number
}

const dragsAfter = 6

const headerAt = (x: number, y: number): HTMLElement | null | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element.matches("[data-header]"))

/**
 * The column that a drop would precede: the one under the pointer, or the next one in its second
 * half.
 */
function dropIndex(event: PointerEvent): number | undefined {
  const header = headerAt(event.clientX, event.clientY)
  if (!header) return undefined
  const { left, width } = header.getBoundingClientRect()
  return Number(header.dataset["header"]) + (event.clientX > left + width / 2 ? 1 : 0)
}

/** Ignores the click that ends a drag. */
function swallowClick(header: Element) {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  header.addEventListener("click", swallow, { capture: true, once: true })
  setTimeout(() => header.removeEventListener("click", swallow, { capture: true }), 0)
}

/**
 * Resizes a column by its edge and moves it by its header; the result is reported when the drag
 * ends.
 */
export function useColumnPointer({ columns, onResize, onMove }: ColumnPointerOptions) {
  const [drag, setDrag] = useState<Drag>()
  const pressed = useRef<Drag>(undefined)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const edge = target.closest<HTMLElement>("[data-resize]")
    const header = target.closest<HTMLElement>("[data-header]")
    const grid = columns[Number(header?.dataset["header"] ?? -1)]
    if (!header || !grid || event.button !== 0 || target.closest("[data-menu]")) return
    const width = header.getBoundingClientRect().width
    const { name } = grid.column
    const kind = edge ? "resize" : "move"
    pressed.current = { kind, name, startX: event.clientX, startWidth: width, width }
    if (!edge) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag(pressed.current)
  }

  const onPointerCancel = () => {
    pressed.current = undefined
    setDrag(undefined)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = pressed.current
    if (!from) return
    // The button was released where no event reached the page.
    if (event.buttons === 0) return onPointerCancel()
    const by = event.clientX - from.startX
    if (from.kind === "resize") return setDrag({ ...from, width: fitWidth(from.startWidth + by) })
    if (!drag && Math.abs(by) < dragsAfter) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const dropAt = dropIndex(event)
    setDrag({ ...from, ...(dropAt !== undefined && { dropAt }) })
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    pressed.current = undefined
    setDrag(undefined)
    if (!drag) return
    swallowClick(event.currentTarget)
    if (drag.kind === "resize") return onResize(drag.name, drag.width)
    if (drag.dropAt === undefined) return
    const from = columns.findIndex(({ column }) => column.name === drag.name)
    onMove(drag.name, drag.dropAt > from ? drag.dropAt - 1 : drag.dropAt)
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    moving: drag?.kind === "move" ? drag.name : undefined,
    dropAt: drag?.kind === "move" ? drag.dropAt : undefined,
    sizing: drag?.kind === "resize" ? { name: drag.name, width: drag.width } : undefined,
  }
}

export type ColumnPointer = ReturnType<typeof useColumnPointer>

/** The columns during a resize: one has its new width, and those after it shift. */
export function withWidth(
  columns: readonly GridColumn[],
  sizing: ColumnPointer["sizing"],
): readonly GridColumn[] {
  const sized = columns.find(({ column }) => column.name === sizing?.name)
  if (!sized || !sizing) return columns
  const by = sizing.width - sized.width
  return columns.map((grid) => {
    if (grid === sized) return { ...grid, width: sizing.width, grows: false }
    return grid.start > sized.start ? { ...grid, start: grid.start + by } : grid
  })
}
