import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { ListOperation } from "@/lib/catalogue"
import type { PopoverChange } from "../ui/popover"
import { type Clause, clauseKey, putClause } from "./filter-clause"
import type { FilterEditorProps } from "./filter-editor"
import type { ReportPartProps } from "./report-setup"

/** What is being made or changed, and where its editor stands while chips come and go. */
interface Editing {
  /** Tells one editing from the next. */
  readonly id: number
  readonly start: FilterEditorProps["start"]
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect }
  /** The clause in force that the editor speaks of. */
  readonly current?: Clause
  readonly applied: boolean
}

let editings = 0

/** Where an element was, while chips come and go around it; where it is, in a window of another width. */
function standAt(element: HTMLElement): Editing["anchor"] {
  const place = () => ({ rect: element.getBoundingClientRect(), width: window.innerWidth })
  let stands = place()
  return {
    getBoundingClientRect: () => {
      if (stands.width !== window.innerWidth && element.isConnected) stands = place()
      return stands.rect
    },
  }
}

const begin = (start: Editing["start"], element: HTMLElement): Editing => {
  editings += 1
  return {
    id: editings,
    start,
    anchor: standAt(element),
    applied: false,
    ...(start.clause && { current: start.clause }),
  }
}

/** What opens an editor: a chip by its clause, or the way to add a filter by an empty name. */
const openersOf = (bar: HTMLElement | null) => [
  ...(bar?.querySelectorAll<HTMLElement>("[data-opens-filter]") ?? []),
]

/** True where a press or the focus goes to what opens editors. */
function isAtOpener(event: Event): boolean {
  const to = event instanceof FocusEvent ? event.relatedTarget : event.target
  return to instanceof Element && to.closest("[data-opens-filter]") !== null
}

/** Puts the focus on what opens a filter's editor, as soon as it is there. */
export function useOpenerFocus(bar: RefObject<HTMLElement | null>): (key: string) => void {
  const wanted = useRef<string>(undefined)
  const look = useCallback(() => {
    const opener = openersOf(bar.current).find(
      (element) => element.dataset["opensFilter"] === wanted.current,
    )
    if (!opener) return
    wanted.current = undefined
    opener.focus()
  }, [bar])
  useEffect(look)
  return useCallback(
    (key) => {
      wanted.current = key
      look()
    },
    [look],
  )
}

interface EditedView extends Pick<ReportPartProps, "view" | "onView"> {
  readonly operation: ListOperation
}

/** One editor for all chips, so that it stays while what it writes becomes another chip. */
export function useFilterEditing(
  { operation, view, onView }: EditedView,
  focusOpener: (key: string) => void,
) {
  const [editing, setEditing] = useState<Editing>()
  const flush = useRef<(keep: boolean) => void>(undefined)
  const onFlush = useCallback((next: (keep: boolean) => void) => {
    flush.current = next
  }, [])
  const open = useCallback((start: Editing["start"], element: HTMLElement) => {
    flush.current?.(true)
    setEditing(begin(start, element))
  }, [])
  const close = () => {
    flush.current = undefined
    setEditing(undefined)
  }
  return {
    editing,
    onFlush,
    open,
    /** Opens an editor, or closes it where it is this one that is open. */
    toggle: (start: Editing["start"], element: HTMLElement) => {
      const wanted = start.clause && clauseKey(start.clause)
      const shown = editing?.current && clauseKey(editing.current)
      if (!editing || wanted !== shown) return open(start, element)
      flush.current?.(true)
      close()
    },
    apply: (clause: Clause) => {
      if (!editing) return
      const next = putClause(operation, view, clause, editing.current)
      onView(next, { replace: editing.applied })
      setEditing((now) => now && { ...now, current: clause, applied: true })
    },
    /** Ends the editing after a clause was asked for. */
    done: (clause: Clause) => {
      close()
      focusOpener(clauseKey(clause))
    },
    onOpenChange: (isOpen: boolean, change: PopoverChange) => {
      if (isOpen || !editing) return
      // What opens editors closes them too.
      if (isAtOpener(change.event)) return change.cancel()
      const escaped = change.reason === "escape-key"
      flush.current?.(!escaped)
      close()
      if (escaped) focusOpener(editing.current ? clauseKey(editing.current) : "")
    },
  }
}
