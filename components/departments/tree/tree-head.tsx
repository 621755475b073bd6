// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree holds the focus and names its active row

import { useTranslations } from "use-intl"
import { headerHeight } from "../../data-table/grid-layout"
import { useDepartmentLabel } from "../../edits/format-value"
import { Tick } from "../../ui/tick"
import { cellClass, columnIndex, nameClass, treeColumnNames, treeColumns } from "./tree-columns"
import type { TreeSelection } from "./use-tree-selection"

export interface TreeHeadProps {
  readonly selection: TreeSelection | undefined
  readonly isFinding: boolean
}

/** The column labels, and the checkbox that selects all visible rows. */
export function TreeHead({ selection, isFinding }: TreeHeadProps) {
  const t = useTranslations("departments.tree")
  const labelOf = useDepartmentLabel()
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        style={{ height: headerHeight }}
        className="flex items-center border-b bg-sunken text-ink-muted text-xs"
      >
        {selection ? (
          <div role="columnheader" aria-colindex={1} className="h-full shrink-0">
            <SelectAll selection={selection} isFinding={isFinding} />
          </div>
        ) : null}
        <div
          role="columnheader"
          aria-colindex={columnIndex("name", selection !== undefined)}
          className={`${nameClass} pl-7 pointer-coarse:pl-9`}
        >
          {labelOf("name")}
        </div>
        {treeColumnNames.map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={columnIndex(column, selection !== undefined)}
            className={`${cellClass} ${treeColumns[column]} content-center ${column === "below" ? "pr-3" : ""}`}
          >
            {column === "below" ? t("columns.below") : labelOf(column)}
          </div>
        ))}
      </div>
    </div>
  )
}

function SelectAll({ selection, isFinding }: { selection: TreeSelection; isFinding: boolean }) {
  const t = useTranslations("departments.tree.select")
  const { candidates, selected } = selection
  const count = candidates.filter((id) => selected.has(id)).length
  const isAll = count > 0 && count === candidates.length
  return (
    <Tick
      isStop
      label={t(isFinding ? "matches" : "shown", { count: candidates.length })}
      checked={isAll || (count > 0 && "mixed")}
      onToggle={() => selection.toggle(candidates)}
    />
  )
}
