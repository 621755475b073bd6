// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree holds the focus and names its active row

import { ChevronRight, CircleAlert } from "lucide-react"
import Link from "next/link"
import { type CSSProperties, memo } from "react"
import { useTranslations } from "use-intl"
import { departmentHref } from "@/lib/client"
import { markText } from "../../data-table"
import { Badge } from "../../ui/badge"
import { Tick } from "../../ui/tick"
import { useValueLabel } from "../../ui/use-value-label"
import { countBelow } from "./arrange-tree"
import { cellClass, columnIndex, indentOf, nameClass, treeColumns } from "./tree-columns"
import type { DepartmentRow, HeadingRow, TreeRow } from "./tree-rows"

export interface TreeRowProps {
  readonly treeId: string
  readonly row: TreeRow
  readonly line: number
  readonly height: number
  readonly isActive: boolean
  /** Undefined if departments cannot be selected. */
  readonly isSelected: boolean | undefined
  /** The search words, which cells highlight. */
  readonly find: string
  readonly onToggle: (key: string) => void
  readonly onSelect: (id: string, isRange: boolean) => void
}

/** The DOM id of a row, for `aria-activedescendant`. */
export const lineId = (tree: string, line: number): string => `${tree}-${line}`

const rowClass =
  "group/row absolute inset-x-0 top-0 flex items-center border-b [contain:strict] hover:bg-hover data-active:bg-hover aria-selected:bg-accent-soft data-active:outline-solid data-active:outline-2 data-active:outline-transparent data-active:-outline-offset-2 data-active:group-focus/tree:outline-focus"

const pathSteps = (line: number, height: number): CSSProperties => ({
  height,
  transform: `translateY(${line * height}px)`,
})

/** One row of the tree; the tree handles clicks and keys. */
export const TreeLine = memo(function TreeLine(props: TreeRowProps) {
  const { row, line, height, isActive } = props
  return (
    <div
      id={lineId(props.treeId, line)}
      role="row"
      aria-rowindex={line + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isOpen}
      aria-selected={row.kind === "department" ? props.isSelected : undefined}
      data-line={line}
      data-active={isActive || undefined}
      style={pathSteps(line, height)}
      className={rowClass}
    >
      {row.kind === "heading" ? (
        <HeadingCells {...props} row={row} />
      ) : (
        <DepartmentCells {...props} row={row} />
      )}
    </div>
  )
})

function HeadingCells(props: TreeRowProps & { readonly row: HeadingRow }) {
  const { row, isSelected } = props
  const t = useTranslations("departments.tree")
  return (
    <div
      role="gridcell"
      aria-colspan={Object.keys(treeColumns).length + (isSelected === undefined ? 1 : 2)}
      className={`${nameClass} gap-1 bg-caution-soft pr-2`}
    >
      <Chevron {...props} name={t(`groups.${row.key}.title`)} />
      <CircleAlert className="size-4 shrink-0 text-caution-ink" aria-hidden="true" />
      <span className="shrink-0 font-medium text-caution-ink">
        {t(`groups.${row.key}.title`)} ({row.count})
      </span>
      <span className="ml-1 truncate text-ink-muted text-xs" title={t(`groups.${row.key}.detail`)}>
        {t(`groups.${row.key}.detail`)}
      </span>
    </div>
  )
}

function DepartmentCells(props: TreeRowProps & { readonly row: DepartmentRow }) {
  const { row, isSelected, find, onSelect } = props
  const { entry } = row.node
  const t = useTranslations("departments.tree")
  const below = countBelow(row.node)
  const hasTicks = isSelected !== undefined
  return (
    <>
      {isSelected === undefined ? null : (
        <div role="gridcell" aria-colindex={1} className="h-full shrink-0">
          <Tick
            label={t("select.one", { name: entry.name })}
            checked={isSelected}
            onToggle={(isRange) => onSelect(entry.id, isRange)}
          />
        </div>
      )}
      <NameCell {...props} row={row} />
      <TextCell column="externalId" text={entry.externalId} {...{ find, hasTicks }} />
      <TextCell column="city" text={entry.city} {...{ find, hasTicks }} />
      <div
        role="gridcell"
        aria-colindex={columnIndex("below", hasTicks)}
        title={t("below", { count: below })}
        className={`${cellClass} ${treeColumns.below} content-center pr-3 text-ink-muted tabular`}
      >
        {below === 0 ? "" : below}
      </div>
    </>
  )
}

interface TextCellProps {
  readonly column: "externalId" | "city"
  readonly text: string | null
  readonly find: string
  readonly hasTicks: boolean
}

const TextCell = ({ column, text, find, hasTicks }: TextCellProps) => (
  <div
    role="gridcell"
    aria-colindex={columnIndex(column, hasTicks)}
    title={text ?? undefined}
    className={`${cellClass} ${treeColumns[column]} content-center text-ink-muted`}
  >
    {markText(text ?? "", find)}
  </div>
)

function NameCell(props: TreeRowProps & { readonly row: DepartmentRow }) {
  const labelOf = useValueLabel()
  const { row, find, isSelected } = props
  const { entry, level, isInCircle } = row.node
  const t = useTranslations("departments.tree")
  const { pixels, isCut } = indentOf(row.level)
  return (
    <div
      role="gridcell"
      aria-colindex={columnIndex("name", isSelected !== undefined)}
      className={nameClass}
      style={{ paddingLeft: `min(${pixels}px, 24cqi)` }}
    >
      <Chevron {...props} name={entry.name} />
      {isCut ? (
        <span
          className="mr-1.5 shrink-0 text-2xs text-ink-faint tabular"
          title={t("level", { level })}
        >
          {level}
        </span>
      ) : null}
      <Link
        href={departmentHref(entry.id)}
        prefetch={false}
        tabIndex={-1}
        title={entry.name}
        className="truncate rounded-sm hover:underline pointer-coarse:py-2"
      >
        {markText(entry.name, find)}
      </Link>
      {isInCircle ? (
        <Badge tone="caution" className="ml-2 shrink-0">
          {t("inCircle")}
        </Badge>
      ) : null}
      {entry.type === null ? null : (
        <Badge className="ml-2 shrink-0 max-sm:hidden">{labelOf("type", entry.type)}</Badge>
      )}
    </div>
  )
}

function Chevron({ row, name, onToggle }: TreeRowProps & { readonly name: string }) {
  const t = useTranslations("departments.tree")
  const size = "grid h-full w-7 shrink-0 place-items-center pointer-coarse:w-9"
  if (row.isOpen === undefined) return <span className={size} />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t(row.isOpen ? "hide" : "show", { name })}
      onClick={() => onToggle(row.key)}
      className={`${size} text-ink-faint hover:text-ink`}
    >
      <ChevronRight
        className={`size-4 transition-transform ${row.isOpen ? "rotate-90" : ""}`}
        aria-hidden="true"
      />
    </button>
  )
}
