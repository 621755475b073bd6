import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { revealCell } from "../../data-table/grid-target"
import { type MisplacedGroup, pathTo } from "./arrange-tree"
import { positionMemory, type TreeState } from "./use-tree-state"

type Frame = RefObject<HTMLDivElement | null>

/** The line of a row by its key, else of the nearest one above it that is shown. */
function lineOf({ tree, rows }: TreeState, key: string | undefined): number | undefined {
  if (key === undefined) return undefined
  const line = rows.findIndex((row) => row.key === key)
  const index = tree.indexes.get(key)
  if (line >= 0 || index === undefined) return line < 0 ? undefined : line
  const lines = new Map(rows.map((row, at) => [row.key, at]))
  const shown = pathTo(tree, index).findLast(({ entry }) => lines.has(entry.id))
  return shown && lines.get(shown.entry.id)
}

/** Remembers the position in the tree for the time when somebody comes back to it. */
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

/** The active row and how far the tree is scrolled; both are as they were when somebody comes back to the page. */
export function useTreePosition(state: TreeState, frame: Frame, rowHeight: number) {
  const { tree, rows, found, text: find, at, reveal, toggle } = state
  const [active, setActive] = useState<string>()
  const [goTo, setGoTo] = useState<string>()

  const scrollTo = useCallback(
    (line: number) =>
      revealCell(frame.current, { row: line }, { columns: [], rowHeight, sticking: 0 }),
    [frame, rowHeight],
  )
  /** Opens what is above a department and goes to it. */
  const goToDepartment = (id: string) => {
    const index = tree.indexes.get(id)
    if (index === undefined) return
    reveal(index)
    setActive(id)
    setGoTo(id)
  }

  /** Opens the heading of departments without a place and goes to it. */
  const goToHeading = (group: MisplacedGroup) => {
    if (rows.find(({ key }) => key === group)?.isOpen === false) toggle([group])
    setActive(group)
    setGoTo(group)
    frame.current?.focus({ preventScroll: true })
  }

  // A row that was just revealed has its line only once it is drawn.
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

  // What was found begins at its first match; afterwards that one is shown among the others.
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
  // It may be focused before it is interactive, and while it shows no rows.
  useLayoutEffect(() => {
    const isFocused = frame.current !== null && frame.current === document.activeElement
    const top = rows[0]?.key
    if (isFocused && line === undefined) setActive((now) => (now === active ? top : now))
  })
  useRememberedPosition(frame, active)
  return { active, line, setActive, scrollTo, goToDepartment, goToHeading }
}

export type TreePosition = ReturnType<typeof useTreePosition>
