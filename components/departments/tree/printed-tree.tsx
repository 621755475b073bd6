import { useTranslations } from "use-intl"
import { useDepartmentLabel } from "../../edits/format-value"
import { DateTime } from "../../ui/date-time"
import { usePrinting } from "../../ui/use-printing"
import { useValueLabel } from "../../ui/use-value-label"
import { countBelow } from "./arrange-tree"
import { indentOf } from "./tree-columns"
import type { TreeRow } from "./tree-rows"

export interface PrintedTreeProps {
  readonly rows: readonly TreeRow[]
  readonly asOf: string | null
  /** The words that filter the rows. */
  readonly find: string
}

const printedColumns = ["name", "type", "externalId", "city"] as const

/** The visible rows, rendered for print only. */
export function PrintedTree({ rows, asOf, find }: PrintedTreeProps) {
  const t = useTranslations("departments.tree")
  const labelOf = useDepartmentLabel()
  if (!usePrinting()) return null
  return (
    <div className="hidden print:block">
      <p className="font-semibold text-lg">{t("title")}</p>
      <p className="mb-3 text-ink-muted text-xs">
        {find === "" ? null : `${t("find")}: ${find} · `}
        {asOf === null ? null : <DateTime value={asOf} />}
      </p>
      <table className="w-full border-collapse text-left text-[7.5pt] leading-tight">
        <thead>
          <tr>
            {printedColumns.map((column) => (
              <th key={column} scope="col" className="border-line-strong border-b py-1 pr-2">
                {labelOf(column)}
              </th>
            ))}
            <th scope="col" className="border-line-strong border-b py-1 text-right">
              {t("columns.below")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PrintedRow key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PrintedRow({ row }: { row: TreeRow }) {
  const labelOf = useValueLabel()
  const t = useTranslations("departments.tree.groups")
  if (row.kind === "heading")
    return (
      <tr className="break-inside-avoid border-b">
        <th colSpan={printedColumns.length + 1} scope="rowgroup" className="py-1">
          {t(`${row.key}.title`)} ({row.count}): {t(`${row.key}.detail`)}
        </th>
      </tr>
    )
  const { entry } = row.node
  return (
    <tr className="break-inside-avoid border-b">
      <td className="py-1 pr-2" style={{ paddingLeft: indentOf(row.level).pixels }}>
        {entry.name}
      </td>
      <td className="py-1 pr-2">{entry.type && labelOf("type", entry.type)}</td>
      <td className="py-1 pr-2">{entry.externalId}</td>
      <td className="py-1 pr-2">{entry.city}</td>
      <td className="py-1 text-right tabular">{countBelow(row.node) || null}</td>
    </tr>
  )
}
