// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { type RefObject, useCallback, useEffect, useId, useRef } from "react"
import { useTranslations } from "use-intl"
import { useRowWindow } from "../../data-table/use-row-window"
import { treeColumnNames } from "./tree-columns"
import { TreeHead } from "./tree-head"
import { lineId, TreeLine } from "./tree-row"
import { useTreeKeys } from "./use-tree-keys"
import type { TreePosition } from "./use-tree-position"
import type { TreeSelection } from "./use-tree-selection"
import type { TreeState } from "./use-tree-state"

interface TreeGridProps {
  readonly state: TreeState
  readonly position: TreePosition
  readonly frame: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
  /** Undefined for people who cannot change departments. */
  readonly selection: TreeSelection | undefined
  readonly onFind: () => void
}

/** A stable function that always calls the latest version. */
function useLatest<Arguments extends unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}

/** The tree as a grid of any number of rows that renders only the visible ones. */
export function TreeGrid(props: TreeGridProps) {
  const { state, position, frame, rowHeight, selection } = props
  const t = useTranslations("departments.tree")
  const treeId = useId()
  const handlers = useTreeKeys(props)
  const { indexes, height } = useRowWindow(frame, {
    total: state.rows.length,
    rowHeight,
    active: position.line,
  })
  const onToggle = useLatest((key: string) => state.toggle([key]))
  const onSelect = useLatest((id: string, isRange: boolean) =>
    isRange ? selection?.selectTo(id) : selection?.toggle([id]),
  )
  return (
    <div
      ref={frame}
      role="treegrid"
      tabIndex={0}
      aria-label={t("grid")}
      aria-description={t(selection ? "keysSelecting" : "keys")}
      aria-rowcount={state.rows.length + 1}
      aria-colcount={treeColumnNames.length + (selection ? 2 : 1)}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={
        position.line === undefined ? undefined : lineId(treeId, position.line)
      }
      className="group/tree @container relative min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain outline-none [overflow-anchor:none]"
      {...handlers}
    >
      <TreeHead selection={selection} isFinding={state.found !== undefined} />
      <div role="rowgroup" className="relative" style={{ height }}>
        {indexes.map((line) => {
          const row = state.rows[line]
          return row ? (
            <TreeLine
              key={row.key}
              treeId={treeId}
              row={row}
              line={line}
              height={rowHeight}
              isActive={line === position.line}
              isSelected={selection?.selected?.has(row.key)}
              find={state.text}
              onToggle={onToggle}
              onSelect={onSelect}
            />
          ) : null
        })}
      </div>
    </div>
  )
}
