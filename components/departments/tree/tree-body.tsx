// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { memo, type RefObject } from "react"
import { useRowsInSight } from "../../data-table/use-grid-window"
import { TreeLine, type TreeRowProps } from "./tree-row"
import type { TreeRow } from "./tree-rows"

export interface TreeBodyProps
  extends Pick<TreeRowProps, "treeId" | "words" | "onTurn" | "onSelect"> {
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
export const TreeBody = memo(function TreeBody({ frame, rows, active, ...props }: TreeBodyProps) {
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
        words={props.words}
        onTurn={props.onTurn}
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
