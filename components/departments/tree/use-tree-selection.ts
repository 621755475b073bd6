import { useMemo, useRef } from "react"
import { useSelection } from "../selection-store"
import type { TreeNode } from "./arrange-tree"
import type { TreeState } from "./use-tree-state"

/** The departments that an administrator selected, limited to existing ones. */
export function useTreeSelection({ tree, rows, found }: TreeState) {
  const [selection, keep] = useSelection()
  const ids = useMemo(
    () => (tree.nodes.length === 0 ? selection : selection.filter((id) => tree.indexes.has(id))),
    [selection, tree],
  )
  const selected: ReadonlySet<string> = useMemo(() => new Set(ids), [ids])
  /** What "all" means: the matches, or else the visible rows. */
  const candidates = useMemo(
    () =>
      found
        ? found.matches.flatMap((index) => tree.nodes[index]?.entry.id ?? [])
        : rows.flatMap((row) => (row.kind === "department" ? [row.key] : [])),
    [found, tree, rows],
  )
  const from = useRef<string>(undefined)

  const select = (more: readonly string[]) => keep([...new Set([...ids, ...more])])
  const leave = (some: readonly string[]) => {
    const gone = new Set(some)
    keep(ids.filter((id) => !gone.has(id)))
  }
  /** Selects them all, or none if all are selected. */
  const toggle = (some: readonly string[]) => {
    from.current = some.at(-1)
    if (some.every((id) => selected.has(id))) leave(some)
    else select(some)
  }
  const branchOf = ({ index, end }: TreeNode) =>
    tree.nodes.slice(index, end).map(({ entry }) => entry.id)

  return {
    selected,
    candidates,
    select,
    toggle,
    branchOf,
    toggleBranch: (node: TreeNode) => toggle(branchOf(node)),
    /** Selects all rows from the one that was toggled last to this one. */
    selectTo(id: string) {
      const start = rows.findIndex(({ key }) => key === from.current)
      const end = rows.findIndex(({ key }) => key === id)
      if (start < 0) return toggle([id])
      const between = rows.slice(Math.min(start, end), Math.max(start, end) + 1)
      select(between.flatMap((row) => (row.kind === "department" ? [row.key] : [])))
    },
    clear: () => keep([]),
  }
}

export type TreeSelection = ReturnType<typeof useTreeSelection>
