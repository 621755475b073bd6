import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { cn } from "../ui/class-names"

/** The height of a row including its gap, in pixels. */
export const sortRowHeight = 40

export interface SortRowProps extends HandleProps {
  readonly term: SortTerm
  /** Its offset from its own position, in pixels. */
  readonly shift: number
  readonly dragged: boolean
  readonly onReverse: () => void
  readonly onRemove: () => void
}

export function SortRow({ term, shift, dragged, onReverse, onRemove, ...handle }: SortRowProps) {
  const t = useTranslations("reports")
  const { label, position } = handle
  const direction = t(term.descending ? "sort.descending" : "sort.ascending")
  const Arrow = term.descending ? ArrowDown : ArrowUp
  return (
    <li
      style={{ height: sortRowHeight, ...(shift !== 0 && { translate: `0 ${shift}px` }) }}
      className={cn("pb-1", dragged ? "relative z-10" : "transition-[translate]")}
    >
      <div
        className={cn(
          "flex h-full items-center gap-1 rounded-md border bg-raised pr-1",
          dragged && "shadow-popup",
        )}
      >
        <Handle {...handle} />
        <span className="w-3 text-ink-faint text-xs tabular">{position}</span>
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t("sort.direction", { property: label, direction })}
          onClick={onReverse}
        >
          <Arrow aria-hidden="true" />
          {direction}
        </Button>
        <button
          type="button"
          aria-label={t("sort.remove", { property: label })}
          onClick={onRemove}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      </div>
    </li>
  )
}

interface HandleProps {
  readonly label: string
  readonly position: number
  readonly count: number
  /** Called with the drag distance from where the pointer was pressed, in pixels. */
  readonly onDrag: (distance: number) => void
  readonly onDrop: () => void
  readonly onMove: (by: -1 | 1) => void
}

function Handle({ label, position, count, onDrag, onDrop, onMove }: HandleProps) {
  const t = useTranslations("filters")
  const start = useRef<number>(undefined)
  const hold = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = event.clientY
  }
  const drop = () => {
    if (start.current === undefined) return
    start.current = undefined
    onDrop()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
    event.preventDefault()
    onMove(event.key === "ArrowUp" ? -1 : 1)
  }
  return (
    <button
      type="button"
      data-handle=""
      aria-label={t("sort.move", { property: label, place: position, count })}
      aria-keyshortcuts="ArrowUp ArrowDown"
      disabled={count < 2}
      onKeyDown={onKeyDown}
      onPointerDown={hold}
      onPointerMove={(event) => {
        if (start.current !== undefined) onDrag(event.clientY - start.current)
      }}
      onPointerUp={drop}
      onPointerCancel={drop}
      className="grid h-full w-6 shrink-0 cursor-grab touch-none place-items-center rounded-l-md text-ink-faint hover:text-ink focus-visible:-outline-offset-2 active:cursor-grabbing disabled:cursor-default disabled:opacity-40"
    >
      <GripVertical className="size-3.5" aria-hidden="true" />
    </button>
  )
}
