import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useFaultText } from "../ui/use-fault-text"

/** The most faults that the server returns. */
const maxFaults = 1000

export interface FaultTableProps {
  readonly faults: readonly Problem[]
  /** True if the other rows were accepted. */
  readonly taken: boolean
}

/** The faults of an uploaded file by row, and the result. */
export function FaultTable({ faults, taken }: FaultTableProps) {
  const t = useTranslations("settings.faults")
  const count = faults.length
  if (count === 0) return null
  const isCut = count >= maxFaults && !taken
  const title = t(taken ? "leftOut" : "title", { count })
  return (
    <div className="overflow-hidden rounded-md border">
      <p role="status" className="border-b bg-caution-soft px-3 py-2 text-caution-ink">
        {isCut ? t("atLeast", { count }) : title} {taken ? null : t("nothingChanged")}
      </p>
      <div className="max-h-72 overflow-y-auto">
        <FaultRows label={title} faults={faults} />
      </div>
    </div>
  )
}

/** Faults with their position in the file. */
export function FaultRows({ label, faults }: { label: string; faults: readonly Problem[] }) {
  const t = useTranslations("settings.faults")
  const { say, place } = useFaultText()
  return (
    <Table label={label}>
      <TableHead>
        <TableRow>
          <TableHeaderCell className="w-2/5 sm:w-px sm:pr-6">{t("row")}</TableHeaderCell>
          <TableHeaderCell>{t("fault")}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <tbody>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several faults, and none ever moves
          <TableRow key={index}>
            <TableCell className="break-all font-mono text-xs sm:whitespace-nowrap sm:pr-6">
              {place(fault)}
            </TableCell>
            <TableCell>{say(fault)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
