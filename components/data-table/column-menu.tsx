import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  ListFilter,
  ListPlus,
  Maximize2,
  Minus,
  Pin,
  PinOff,
  Plus,
  RotateCcw,
} from "lucide-react"
import { useTranslations } from "use-intl"
import { MenuItem, MenuSeparator } from "../ui/menu"
import type { GridColumn } from "./arrange-columns"
import { useGrid } from "./grid-context"

const padding = 28

/** The width in pixels that fits the column's label and its widest visible cell. */
function measureColumn({ column, width }: GridColumn, frame: HTMLElement | null): number {
  const cells = frame?.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(column.name)}"]`)
  const head = frame?.querySelector<HTMLElement>(`[data-resize="${CSS.escape(column.name)}"]`)
  const texts = [...(cells ?? []), ...(head?.parentElement?.querySelectorAll(".truncate") ?? [])]
  if (texts.length === 0) return width
  const range = document.createRange()
  const widths = texts.map((text) => {
    range.selectNodeContents(text)
    return range.getBoundingClientRect().width
  })
  const [headWidth = 0] = widths.splice(-1)
  return Math.ceil(Math.max(...widths.map((cell) => cell + padding), headWidth + 2 * padding))
}

interface ColumnMenuItemsProps {
  readonly grid: GridColumn
  /** Its position among the view's columns. */
  readonly index: number
}

/** Actions on a column, including resizing and moving for people without a pointer. */
export function ColumnMenuItems(props: ColumnMenuItemsProps) {
  return (
    <>
      <SortItems {...props} />
      <PositionItems {...props} />
      <MenuSeparator />
      <WidthItems {...props} />
    </>
  )
}

function SortItems({ grid }: ColumnMenuItemsProps) {
  const { sort, actions } = useGrid()
  const t = useTranslations("table")
  const { property, sortable, filterable } = grid.column
  if (!property) return null
  const isSorted = sort.terms.some((term) => term.property === property)
  const canAdd = sortable && !isSorted && sort.terms.length > 0
  const order = (descending: boolean, add: boolean) => () => actions.sort(property, descending, add)
  return (
    <>
      {sortable ? (
        <>
          <MenuItem onClick={order(false, false)}>
            <ArrowUp aria-hidden="true" />
            {t("column.ascending")}
          </MenuItem>
          <MenuItem onClick={order(true, false)}>
            <ArrowDown aria-hidden="true" />
            {t("column.descending")}
          </MenuItem>
        </>
      ) : null}
      {canAdd ? (
        <MenuItem onClick={order(false, true)}>
          <ListPlus aria-hidden="true" />
          {t("column.addToSort")}
        </MenuItem>
      ) : null}
      {filterable && actions.filter ? (
        <MenuItem onClick={() => actions.filter?.(property)}>
          <ListFilter aria-hidden="true" />
          {t("column.filter")}
        </MenuItem>
      ) : null}
      {sortable || (filterable && actions.filter) ? <MenuSeparator /> : null}
    </>
  )
}

function PositionItems({ grid, index }: ColumnMenuItemsProps) {
  const { columns, actions } = useGrid()
  const t = useTranslations("table")
  const { name } = grid.column
  const hasSibling = (at: number) => columns[at]?.isPinned === grid.isPinned
  const PinIcon = grid.isPinned ? PinOff : Pin
  return (
    <>
      <MenuItem onClick={() => actions.pin(name, !grid.isPinned)}>
        <PinIcon aria-hidden="true" />
        {t(grid.isPinned ? "column.unpin" : "column.pin")}
      </MenuItem>
      <MenuItem disabled={!hasSibling(index - 1)} onClick={() => actions.moveTo(name, index - 1)}>
        <ArrowLeft aria-hidden="true" />
        {t("column.moveLeft")}
      </MenuItem>
      <MenuItem disabled={!hasSibling(index + 1)} onClick={() => actions.moveTo(name, index + 1)}>
        <ArrowRight aria-hidden="true" />
        {t("column.moveRight")}
      </MenuItem>
      <MenuItem disabled={columns.length === 1} onClick={() => actions.hide(name)}>
        <EyeOff aria-hidden="true" />
        {t("column.hide")}
      </MenuItem>
    </>
  )
}

const widthStep = 40

function WidthItems({ grid }: ColumnMenuItemsProps) {
  const { actions, frame } = useGrid()
  const t = useTranslations("table")
  const { name } = grid.column
  const resizeBy = (by: number) => () => actions.resize(name, grid.width + by)
  return (
    <>
      <MenuItem closeOnClick={false} onClick={resizeBy(widthStep)}>
        <Plus aria-hidden="true" />
        {t("column.wider")}
      </MenuItem>
      <MenuItem closeOnClick={false} onClick={resizeBy(-widthStep)}>
        <Minus aria-hidden="true" />
        {t("column.narrower")}
      </MenuItem>
      <MenuItem onClick={() => actions.resize(name, measureColumn(grid, frame.current))}>
        <Maximize2 aria-hidden="true" />
        {t("column.autoSize")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={actions.reset}>
        <RotateCcw aria-hidden="true" />
        {t("column.reset")}
      </MenuItem>
    </>
  )
}
