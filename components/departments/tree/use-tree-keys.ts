import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from "react"
import { ownValue } from "@/lib/catalogue"
import { departmentHref } from "@/lib/client"
import type { TreeRow } from "./tree-rows"
import type { TreePosition } from "./use-tree-position"
import type { TreeSelection } from "./use-tree-selection"
import type { TreeState } from "./use-tree-state"

/** The effect of a key in the tree: moves to a row, or toggles branches. */
export type TreeMove = { readonly to: number } | { readonly toggle: readonly string[] }

interface Key {
  readonly key: string
  /** The number of rows per screen. */
  readonly pageRows: number
}

const parentRow = (rows: readonly TreeRow[], at: number): number => {
  const level = rows[at]?.level ?? 1
  return rows.findLastIndex((row, index) => index < at && row.level < level)
}

function right(rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  if (row?.isOpen === undefined) return undefined
  return row.isOpen ? { to: at + 1 } : { toggle: [row.key] }
}

function left(rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  if (row?.isOpen) return { toggle: [row.key] }
  const to = parentRow(rows, at)
  return to < 0 ? undefined : { to }
}

/** The closed branches among a row and its siblings. */
function closedSiblings(rows: readonly TreeRow[], at: number): string[] {
  const level = rows[at]?.level ?? 1
  const start = parentRow(rows, at) + 1
  const after = rows.findIndex((row, index) => index > at && row.level < level)
  return rows
    .slice(start, after < 0 ? rows.length : after)
    .flatMap((row) => (row.level === level && row.isOpen === false ? [row.key] : []))
}

/**
 * The effect of a key on a row (WAI-ARIA treegrid pattern, rows only); undefined for other keys.
 */
export function moveInTree(
  rows: readonly TreeRow[],
  at: number,
  { key, pageRows }: Key,
): TreeMove | undefined {
  const go = (to: number) => ({ to: Math.max(0, Math.min(to, rows.length - 1)) })
  const steps: { readonly [key: string]: number } = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -pageRows,
    PageDown: pageRows,
    Home: -rows.length,
    End: rows.length,
  }
  const step = ownValue(steps, key)
  if (step !== undefined) return go(at + step)
  if (key === "ArrowRight") return right(rows, at)
  if (key === "ArrowLeft") return left(rows, at)
  if (key === "*") return { toggle: closedSiblings(rows, at) }
  return undefined
}

/**
 * The next department, searched from a row and wrapping around, whose name starts with the typed
 * text.
 */
export function typeAhead(
  rows: readonly TreeRow[],
  from: number,
  typed: string,
): number | undefined {
  const wanted = typed.toLowerCase()
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length
    const row = rows[at]
    if (row?.kind === "department" && row.node.entry.name.toLowerCase().startsWith(wanted))
      return at
  }
  return undefined
}

export interface TreeKeysOptions {
  readonly state: TreeState
  readonly position: TreePosition
  readonly frame: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly selection: TreeSelection | undefined
  readonly onFind: () => void
}

const typingMs = 700

/** Letters typed in quick succession form one word. */
function useTyping() {
  const typing = useRef({ text: "", at: 0 })
  return {
    isTyping: () => typing.current.text !== "" && Date.now() - typing.current.at < typingMs,
    type(letter: string) {
      const { text, at } = typing.current
      const typed = Date.now() - at < typingMs ? text + letter : letter
      typing.current = { text: typed, at: Date.now() }
      return typed
    },
  }
}

/**
 * The tree's keys. The tree itself holds the focus and references its active row (WAI-ARIA treegrid
 * pattern).
 */
export function useTreeKeys({
  state,
  position,
  frame,
  rowHeight,
  selection,
  onFind,
}: TreeKeysOptions) {
  const router = useRouter()
  const typing = useTyping()
  const { rows } = state
  const line = position.line ?? 0
  const row = rows[line]
  const id = row?.kind === "department" ? row.key : undefined

  const goTo = (to: number) => {
    position.setActive(rows[to]?.key)
    position.scrollTo(to)
  }
  const open = () => {
    if (id !== undefined) router.push(departmentHref(id))
    else if (row) state.toggle([row.key])
  }
  const select = (wholeBranch: boolean) => {
    if (row?.kind !== "department") return
    if (wholeBranch) selection?.toggleBranch(row.node)
    else selection?.toggle([row.key])
  }
  /** False if text is selected, which the browser copies, or if the row has no id. */
  const copy = (): boolean => {
    if (id === undefined || !document.getSelection()?.isCollapsed) return false
    void navigator.clipboard.writeText(id)
    return true
  }

  /** Handles a key with Ctrl or ⌘; false for keys that are not the tree's. */
  const command = (key: string): boolean => {
    if (key === "c") return copy()
    if (key === "f") onFind()
    else if (key === "a" && selection) selection.select(selection.candidates)
    else return false
    return true
  }
  const typed = (key: string): boolean => {
    if (key.length !== 1) return false
    const text = typing.type(key)
    const to = typeAhead(rows, text.length === 1 ? line + 1 : line, text)
    if (to !== undefined) goTo(to)
    return true
  }
  const move = (key: string): boolean => {
    const pageRows = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2)
    const does = moveInTree(rows, line, { key, pageRows })
    if (does && "to" in does) goTo(does.to)
    else if (does) state.toggle(does.toggle)
    return does !== undefined
  }
  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === "Enter") open()
    else if (key === " " && !typing.isTyping()) select(shiftKey)
    else return move(key) || typed(key)
    return true
  }

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.target !== event.currentTarget || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && /^(Home|End)$/.test(event.key)) move(event.key)
      else if (!(isCommand ? command(event.key.toLowerCase()) : press(event))) return
      event.preventDefault()
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const clicked = (event.target as Element).closest<HTMLElement>("[data-line]")?.dataset["line"]
      if (clicked === undefined || !document.getSelection()?.isCollapsed) return
      position.setActive(rows[Number(clicked)]?.key)
      frame.current?.focus({ preventScroll: true })
    },
    onFocus(event: { target: EventTarget; currentTarget: EventTarget }) {
      if (event.target === event.currentTarget && position.line === undefined) goTo(0)
    },
  }
}
