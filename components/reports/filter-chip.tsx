import { X } from "lucide-react"
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from "react"
import { useTranslations } from "use-intl"
import { Tooltip } from "../ui/tooltip"
import type { ClauseText } from "./filter-text"

interface FilterChipProps {
  /** Its name among the editor's openers. */
  readonly id: string
  readonly text: ClauseText
  /** True while its editor is open. */
  readonly editing: boolean
  /** A way to name the id that it holds. */
  readonly naming?: ReactNode
  readonly onEdit: (chip: HTMLElement) => void
  /** Absent if it can be edited but not removed. */
  readonly onRemove?: (() => void) | undefined
}

/** An active filter: a click edits it, its cross or Backspace removes it. */
export function FilterChip({ id, text, editing, naming, onEdit, onRemove }: FilterChipProps) {
  const t = useTranslations("reports")
  const { label, condition, value, detail, sentence } = text
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onRemove || (event.key !== "Backspace" && event.key !== "Delete")) return
    event.preventDefault()
    onRemove()
  }
  const edit = (
    <button
      type="button"
      data-opens-filter={id}
      aria-haspopup="dialog"
      aria-expanded={editing}
      aria-label={t("filter.edit", { filter: detail ? `${sentence}, ${detail}` : sentence })}
      aria-keyshortcuts={onRemove && "Backspace"}
      onKeyDown={onKeyDown}
      onClick={(event) => onEdit(event.currentTarget)}
      className="flex min-w-0 items-center gap-1 px-2 hover:bg-hover focus-visible:-outline-offset-2 aria-expanded:bg-hover"
    >
      <span className="shrink-0 text-ink-muted">{condition ? label : `${label}:`}</span>
      {condition ? <span className="shrink-0 text-ink-faint">{condition}</span> : null}
      {value ? <span className="truncate font-medium">{value}</span> : null}
    </button>
  )
  return (
    <span className="inline-flex min-h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-surface text-xs shadow-xs">
      {detail ? <Tooltip content={detail}>{edit}</Tooltip> : edit}
      {naming ? <span className="grid shrink-0 place-items-center border-l">{naming}</span> : null}
      {onRemove ? (
        <button
          type="button"
          aria-label={t("filter.remove", { filter: sentence })}
          onClick={onRemove}
          className="grid w-6 shrink-0 place-items-center border-l text-ink-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}

/** True for a press or focus on an opener of the editor. */
export function isAtOpener(event: Event): boolean {
  const to = event instanceof FocusEvent ? event.relatedTarget : event.target
  return to instanceof Element && to.closest("[data-opens-filter]") !== null
}

/** Focuses an opener once it is rendered: a chip by its id, or the add button by "". */
export function useOpenerFocus(bar: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string>(undefined)
  const focusWanted = useCallback(() => {
    const openers = bar.current?.querySelectorAll<HTMLElement>("[data-opens-filter]") ?? []
    const opener = [...openers].find(({ dataset }) => dataset["opensFilter"] === wanted.current)
    if (!opener) return
    wanted.current = undefined
    opener.focus()
  }, [bar])
  useEffect(focusWanted)
  return useCallback(
    (id) => {
      wanted.current = id
      focusWanted()
    },
    [focusWanted],
  )
}
