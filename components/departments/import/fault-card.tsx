import { useTranslations } from "use-intl"
import { batchLimit } from "@/lib/client"
import { SendingNotice } from "../../edits/sending-notice"
import { Card } from "../../ui/card"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../../ui/table"
import { Pager, usePages } from "../bulk/pager"
import type { RowProblem } from "./plan-import"
import { keyFields, type LeftColumn } from "./read-columns"
import { fileLimit } from "./read-csv"
import type { ReadableFile, UnreadableFile } from "./read-import"

const mebibyte = 1024 * 1024
const perPage = 10
const [id, externalId] = keyFields

/** Why nothing of a file can be tried. */
export function FileFaultNotice({ file: { fault, line, name = "" } }: { file: UnreadableFile }) {
  const t = useTranslations("departments.import.faults.file")
  const limits = { rows: batchLimit, size: fileLimit / mebibyte }
  return (
    <SendingNotice tone="critical" title={t(fault, { ...limits, line, id, externalId, name })} />
  )
}

interface Line {
  readonly line: number
  readonly column: string
  readonly text: string
}

/** The faults of a file by their lines, columns first. */
function useLines({ badColumns, plan }: ReadableFile): Line[] {
  const columns = useTranslations("departments.import.faults.columns")
  const rows = useTranslations("departments.import.faults.rows")
  const ofColumn = ({ name, fault }: LeftColumn) => ({
    line: 1,
    column: name,
    text: columns(fault),
  })
  const ofRow = ({ line, column = "", fault, otherLine = 0 }: RowProblem) => ({
    line,
    column,
    text: rows(fault, { line: otherLine }),
  })
  return [...badColumns.map(ofColumn), ...plan.problems.map(ofRow)]
}

/** What is wrong with a file, line by line; what is not wrong can be tried. */
export function FaultCard({ file }: { file: ReadableFile }) {
  const t = useTranslations("departments.import.faults")
  const lines = useLines(file)
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
