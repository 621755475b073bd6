import { useTranslations } from "use-intl"
import type { FileTable } from "@/lib/client/files/read-csv"
import { Select } from "./select"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "./table"

const leftOut = ""
const isKey = (use: string | null | undefined) => use?.startsWith("=") === true

const samplesOf = ({ rows }: FileTable, at: number): string[] =>
  rows.flatMap(({ cells }) => cells[at]?.trim() || []).slice(0, 3)

export interface ColumnUsesProps {
  readonly table: FileTable
  /** The use of each column, by index; null is skipped. */
  readonly uses: readonly (string | null)[]
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (uses: readonly (string | null)[]) => void
}

/** The columns of a file with their first values and their use; each use has at most one column. */
export function ColumnUses({ table, uses, options, onChange }: ColumnUsesProps) {
  const t = useTranslations("common.columnUses")
  const all = [{ value: leftOut, label: t("leftOut") }, ...options]
  const choose = (at: number, use: string) => {
    const others = uses.map((other) =>
      other === use || (isKey(use) && isKey(other)) ? null : other,
    )
    onChange(others.with(at, use === leftOut ? null : use))
  }
  return (
    <Table label={t("title")}>
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4">{t("head")}</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">{t("values")}</TableHeaderCell>
          <TableHeaderCell>{t("use")}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <tbody>
        {table.head.cells.map((head, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name; their places stay
          <TableRow key={`${at} ${head}`}>
            <TableCell className="break-words pl-4 font-medium">{head || t("noHead")}</TableCell>
            <TableCell className="max-w-60 truncate text-ink-muted max-sm:hidden">
              {samplesOf(table, at).join(", ")}
            </TableCell>
            <TableCell>
              <Select
                size="sm"
                label={t("useOf", { head: head || `${at + 1}` })}
                options={all}
                value={uses[at] ?? leftOut}
                onValueChange={(use) => choose(at, use)}
              />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
