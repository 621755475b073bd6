import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { revealCell } from "../../data-table/grid-target"
import { type MisplacedGroup, pathTo } from "./arrange-tree"
import { positionMemory, type TreeState } from "./use-tree-state"

type Frame = RefObject<HTMLDivElement | null>

/** The index of the row with a key, else of its nearest visible ancestor. */
function lineOf({ tree, rows }: TreeState, key: string | undefined): number | undefined {
  if (key === undefined) return undefined
  const line = rows.findIndex((row) => row.key === key)
  const index = tree.indexes.get(key)
  if (line >= 0 || index === undefined) return line < 0 ? undefined : line
  const lines = new Map(rows.map((row, at) => [row.key, at]))
  const shown = pathTo(tree, index).findLast(({ entry }) => lines.has(entry.id))
  return shown && lines.get(shown.entry.id)
}

/** Saves the tree's position for a return to the page. */
function useRememberedPosition(frame: Frame, active: string | undefined) {
  const index = useRef({ top: 0, active })
  useEffect(() => {
    index.current.active = active
  }, [active])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const { current } = index
    const scroll = () => {
      current.top = element.scrollTop
    }
    const leave = () => {
      const { top, active: key } = current
      positionMemory.write({ top, ...(key !== undefined && { active: key }) })
    }
    element.addEventListener("scroll", scroll, { passive: true })
    window.addEventListener("pagehide", leave)
    return () => {
      element.removeEventListener("scroll", scroll)
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [frame])
}

/**
 * The active row and the scroll position; both are restored when the person returns to the page.
 */
export function useTreePosition(state: TreeState, frame: Frame, rowHeight: number) {
  const { tree, rows, found, text: find, at, reveal, toggle } = state
  const [active, setActive] = useState<string>()
  const [goTo, setGoTo] = useState<string>()

  const scrollTo = useCallback(
    (line: number) =>
      revealCell(frame.current, { row: line }, { columns: [], rowHeight, sticking: 0 }),
    [frame, rowHeight],
  )
  /** Opens a department's ancestors and moves to it. */
  const goToDepartment = (id: string) => {
    const index = tree.indexes.get(id)
    if (index === undefined) return
    reveal(index)
    setActive(id)
    setGoTo(id)
  }

  /** Opens the heading of misplaced departments and moves to it. */
  const goToHeading = (group: MisplacedGroup) => {
    if (rows.find(({ key }) => key === group)?.isOpen === false) toggle([group])
    setActive(group)
    setGoTo(group)
    frame.current?.focus({ preventScroll: true })
  }

  // A revealed row exists only once it is rendered.
  useLayoutEffect(() => {
    const line = goTo === undefined ? -1 : rows.findIndex(({ key }) => key === goTo)
    if (line < 0) return
    scrollTo(line)
    setGoTo(undefined)
  }, [goTo, rows, scrollTo])

  const isBegun = useRef(false)
  useLayoutEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const remembered = positionMemory.read()
    if (at !== undefined && tree.indexes.has(at)) return goToDepartment(at)
    setActive(remembered.active)
    if (frame.current) frame.current.scrollTop = remembered.top
  })

  // A new search starts at its first match; after clearing, that row stays active among the others.
  const before = useRef(find)
  useLayoutEffect(() => {
    if (before.current === find) return
    before.current = find
    const match = tree.nodes[found?.matches[0] ?? -1]
    if (match) setActive(match.entry.id)
    if (found && frame.current) frame.current.scrollTop = 0
    if (!found && active !== undefined) goToDepartment(active)
  })
  const line = lineOf(state, active)
  // The tree may be focused before hydration, and while it has no rows.
  useLayoutEffect(() => {
    const isFocused = frame.current !== null && frame.current === document.activeElement
    const top = rows[0]?.key
    if (isFocused && line === undefined) setActive((now) => (now === active ? top : now))
  })
  useRememberedPosition(frame, active)
  return { active, line, setActive, scrollTo, goToDepartment, goToHeading }
}

export type TreePosition = ReturnType<typeof useTreePosition>
