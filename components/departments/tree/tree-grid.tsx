// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { memo, type RefObject, useCallback, useEffect, useId, useRef } from "react"
import { useTranslations } from "use-intl"
import { useRowsInSight } from "../../data-table/use-grid-window"
import { treeColumnNames } from "./tree-columns"
import { TreeHead } from "./tree-head"
import { lineId, TreeLine, type TreeRowProps } from "./tree-row"
import type { TreeRow } from "./tree-rows"
import { useTreeKeys } from "./use-tree-keys"
import type { TreePosition } from "./use-tree-position"
import type { TreeSelection } from "./use-tree-selection"
import type { TreeState } from "./use-tree-state"

interface TreeBodyProps extends Pick<TreeRowProps, "treeId" | "find" | "onToggle" | "onSelect"> {
  readonly frame: RefObject<HTMLElement | null>
  readonly rows: readonly TreeRow[]
  readonly rowHeight: number
  /** The active row's line. */
  readonly active: number | undefined
  /** Undefined where departments cannot be selected. */
  readonly selected: ReadonlySet<string> | undefined
}

const linesBeside = 3

/** The lines in sight and a few beside them; elements are used again as they scroll by. */
const TreeBody = memo(function TreeBody({ frame, rows, active, ...props }: TreeBodyProps) {
  const { rowHeight, selected } = props
  const { first, count } = useRowsInSight(frame, rowHeight)
  const drawn = Math.min(rows.length, count + 2 * linesBeside)
  const from = Math.max(0, Math.min(first - linesBeside, rows.length - drawn))
  const lines = Array.from({ length: drawn }, (_, at) => from + at)
  // The active row stays drawn, so that the tree can name it.
  const isAway = active !== undefined && (active < from || active >= from + drawn)
  const lineAt = (line: number, key: string | number) => {
    const row = rows[line]
    if (!row) return null
    return (
      <TreeLine
        key={key}
        treeId={props.treeId}
        row={row}
        line={line}
        height={rowHeight}
        isActive={line === active}
        isSelected={selected?.has(row.key)}
        find={props.find}
        onToggle={props.onToggle}
        onSelect={props.onSelect}
      />
    )
  }
  return (
    <div role="rowgroup" className="relative" style={{ height: rows.length * rowHeight }}>
      {lines.map((line) => lineAt(line, line % drawn))}
      {isAway ? lineAt(active, "active") : null}
    </div>
  )
})

interface TreeGridProps {
  readonly state: TreeState
  readonly position: TreePosition
  readonly frame: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
  /** Undefined for people who cannot change departments. */
  readonly selection: TreeSelection | undefined
  readonly onFind: () => void
}

/** A function that stays the same and always does the latest. */
function useLatest<Arguments extends unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}

/** The tree as a grid of any number of lines, of which only those in sight are drawn. */
export function TreeGrid(props: TreeGridProps) {
  const { state, position, frame, rowHeight, selection } = props
  const t = useTranslations("departments.tree")
  const treeId = useId()
  const handlers = useTreeKeys(props)
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
      <TreeBody
        treeId={treeId}
        frame={frame}
        rows={state.rows}
        rowHeight={rowHeight}
        active={position.line}
        selected={selection?.selected}
        find={state.text}
        onToggle={onToggle}
        onSelect={onSelect}
      />
    </div>
  )
}
