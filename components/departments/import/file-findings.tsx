import { useId } from "react"
import { useTranslations } from "use-intl"
import type { FileTable, UnreadFile } from "@/lib/client/files/read-csv"
import { fileLimit } from "@/lib/client/files/read-file"
import { batchLimit } from "../../edits/batches"
import { SendingNotice } from "../../edits/notices"
import { Card, CardHead } from "../../ui/card"
import { Checkbox } from "../../ui/checkbox"
import { cn } from "../../ui/class-names"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../../ui/table"
import { Pager, usePages } from "../bulk/pager"
import { type ImportFile, useImportScreen } from "./import-draft"
import type { EmptyCells, ImportPlan, RowProblem } from "./plan-import"

const mebibyte = 1024 * 1024
const perPage = 10

export function FileFaultNotice({ file: { fault, line, name = "" } }: { file: UnreadFile }) {
  const t = useTranslations("departments.import.faults.file")
  const limits = { rows: batchLimit, size: fileLimit / mebibyte }
  return <SendingNotice tone="critical" title={t(fault, { ...limits, line, name })} />
}

/** The faults of a file by line; rows without faults can be planned. */
function FaultCard({ problems }: { readonly problems: readonly RowProblem[] }) {
  const t = useTranslations("departments.import.faults")
  const rows = useTranslations("departments.import.faults.rows")
  const lines = problems.map(({ line, column = "", fault, otherLine = 0 }) => ({
    line,
    column,
    text: rows(fault, { line: otherLine }),
  }))
  const pages = usePages(lines, perPage)
  const title = t("title", { count: lines.length })
  if (lines.length === 0) return null
  return (
    <Card>
      <p role="status" className="border-b bg-caution-soft px-4 py-2 font-medium text-caution-ink">
        {title}
      </p>
      <Table label={title}>
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-px pl-4 sm:pr-6">{t("line")}</TableHeaderCell>
            <TableHeaderCell className="w-1/4">{t("column")}</TableHeaderCell>
            <TableHeaderCell>{t("what")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {pages.shown.map(({ line, column, text }) => (
            <TableRow key={`${line} ${column} ${text}`}>
              <TableCell className="tabular pl-4 sm:pr-6">{line}</TableCell>
              <TableCell className="break-all font-mono text-xs">{column}</TableCell>
              <TableCell>{text}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <Pager label={title} pages={pages} />
    </Card>
  )
}

/**
 * Columns with empty cells. These leave values unchanged, unless the person chooses that they clear
 * them.
 */
function EmptyCellsCard({ columns }: { readonly columns: readonly EmptyCells[] }) {
  const t = useTranslations("departments.import.emptyCells")
  const { draft, change } = useImportScreen()
  const clears = draft?.clears ?? []
  const choose = (id: string, isClearing: boolean) =>
    draft &&
    change({
      ...draft,
      clears: isClearing ? [...clears, id] : clears.filter((each) => each !== id),
    })
  if (columns.length === 0) return null
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      <ul className="divide-y" aria-label={t("title")}>
        {columns.map((column) => (
          <Column
            key={column.id}
            column={column}
            isClearing={clears.includes(column.id)}
            onChange={(isClearing) => choose(column.id, isClearing)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface ColumnProps {
  readonly column: EmptyCells
  readonly isClearing: boolean
  readonly onChange: (isClearing: boolean) => void
}

function Column({ column: { name, count }, isClearing, onChange }: ColumnProps) {
  const t = useTranslations("departments.import.emptyCells")
  const id = useId()
  return (
    <li
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2",
        isClearing && "bg-critical-soft text-critical-ink",
      )}
    >
      <span id={`${id}-name`} className="min-w-0 flex-1 basis-40 break-all font-medium">
        {name}
      </span>
      <span className={cn("tabular text-xs", isClearing ? "font-medium" : "text-ink-muted")}>
        {t(isClearing ? "clearing" : "left", { count })}
      </span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box draws its own control */}
      <label className="flex min-h-6 items-center gap-2">
        <Checkbox
          aria-labelledby={`${id}-clear ${id}-name`}
          checked={isClearing}
          onCheckedChange={onChange}
          className={isClearing ? "data-checked:border-critical! data-checked:bg-critical!" : ""}
        />
        <span id={`${id}-clear`}>{t("clear")}</span>
      </label>
    </li>
  )
}

interface RemarksProps {
  readonly plan: ImportPlan
  readonly table: FileTable
}

function Remarks({ plan: { empty, trimmed }, table }: RemarksProps) {
  const t = useTranslations("departments.import")
  const remarks = [
    ...(empty > 0 ? [t("unasked", { count: empty })] : []),
    ...(trimmed > 0 ? [t("trimmed", { count: trimmed })] : []),
    ...(table.rows.length > 0 ? [] : [t("nothing")]),
  ]
  if (remarks.length === 0) return null
  return (
    <div className="space-y-1 text-ink-muted text-xs">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  )
}

/**
 * The findings in a file beside its plan: faults, empty cells, and what was done with other cells.
 */
export function FileFindings({ file: { plan, table, emptyCells } }: { readonly file: ImportFile }) {
  if (!plan) return null
  return (
    <>
      <FaultCard problems={plan.problems} />
      <EmptyCellsCard columns={emptyCells} />
      <Remarks plan={plan} table={table} />
    </>
  )
}
