import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from "react"
import { departmentHref } from "@/lib/client"
import { moveInTree, typeAhead } from "./move-in-tree"
import type { TreePlace } from "./use-tree-place"
import type { TreeSelection } from "./use-tree-selection"
import type { TreeState } from "./use-tree-state"

export interface TreeKeysOptions {
  readonly state: TreeState
  readonly place: TreePlace
  readonly frame: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly selection: TreeSelection | undefined
  readonly onFind: () => void
}

const typingMs = 700

/** Letters that are typed soon after one another make one word. */
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

/** The keys of the tree, which holds the focus itself and names its active row (WAI-ARIA treegrid pattern). */
export function useTreeKeys({
  state,
  place,
  frame,
  rowHeight,
  selection,
  onFind,
}: TreeKeysOptions) {
  const router = useRouter()
  const typing = useTyping()
  const { rows } = state
  const line = place.line ?? 0
  const row = rows[line]
  const id = row?.kind === "department" ? row.key : undefined

  const goTo = (to: number) => {
    place.setActive(rows[to]?.key)
    place.scrollTo(to)
  }
  const open = () => {
    if (id !== undefined) router.push(departmentHref(id))
    else if (row) state.turn([row.key])
  }
  const select = (wholeBranch: boolean) => {
    if (row?.kind !== "department") return
    if (wholeBranch) selection?.turnBranch(row.node)
    else selection?.turn([row.key])
  }
  /** False for selected text, which the browser copies, and where there is no id. */
  const copy = (): boolean => {
    if (id === undefined || !document.getSelection()?.isCollapsed) return false
    void navigator.clipboard.writeText(id)
    return true
  }

  /** A key with Ctrl or ⌘; false for those that are not the tree's. */
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
    else if (does) state.turn(does.turn)
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
      place.setActive(rows[Number(clicked)]?.key)
      frame.current?.focus({ preventScroll: true })
    },
    onFocus(event: { target: EventTarget; currentTarget: EventTarget }) {
      if (event.target === event.currentTarget && place.line === undefined) goTo(0)
    },
  }
}
