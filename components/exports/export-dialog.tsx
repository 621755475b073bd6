import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter, useSearchParams } from "next/navigation"
import { useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import {
  dayAt,
  type ExportColumn,
  type Fields,
  type ListOperation,
  type ListQuery,
  printListQuery,
} from "@/lib/catalogue"
import {
  type ExportEstimate,
  exportEstimateOptions,
  type KnownRows,
  listOptions,
  missingParameters,
  parseView,
  rowCount,
  startExport,
  totalOptions,
  viewQuery,
} from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { DialogClose, DialogContent } from "../ui/dialog"
import { useFieldLabel } from "../ui/use-field-label"
import { buildOrder, type ExportChoice, useExportChange } from "./build-order"
import { ExportChoices } from "./export-choices"

const minRows = 1000

/** Of how many rows the cost of an export is given whose end is not known: a round number of the size of what is here. */
export const roundRows = (known: number): number =>
  Math.max(minRows, 10 ** Math.ceil(Math.log10(Math.max(1, 2 * known))))

/** Whole minutes, from the second one on; less is said in words. */
const minutesOf = (minutes: number) => (minutes < 1 ? 0 : Math.ceil(minutes))

/** What an export will cost in requests and minutes: exactly where all rows are known, else the least. */
function ExportCost({ operation, known }: { operation: string; known: KnownRows }) {
  const t = useTranslations("exports.cost")
  const { data, isError } = useQuery(exportEstimateOptions(operation, known))
  const text = isError ? t("unknown") : data ? undefined : t("looking")
  return (
    <div
      role="status"
      className="mt-4 grid gap-0.5 rounded-md bg-sunken px-3 py-2 text-ink-muted text-xs tabular"
    >
      {data ? <Cost estimate={data} rows={known.rows} /> : <p>{text}</p>}
    </div>
  )
}

function Cost({ estimate, rows }: { estimate: ExportEstimate; rows: number }) {
  const t = useTranslations("exports.cost")
  const { calls, minutes, callsPerMinute, rowsPerCall, isAtLeast } = estimate
  if (calls === 0) return <p>{isAtLeast ? t("fromCopy") : t("allFromCopy", { rows })}</p>
  const count = roundRows(rows)
  const pace =
    callsPerMinute === null
      ? t("unlimited")
      : isAtLeast
        ? t("minutesForMany", {
            count,
            minutes: minutesOf(count / rowsPerCall / callsPerMinute),
          })
        : t("minutes", { minutes: minutesOf(minutes) })
  return (
    <>
      <p className="font-medium text-ink">
        {isAtLeast ? t("atLeast", { calls }) : t("exact", { rows, calls })}
      </p>
      <p>{pace}</p>
      {isAtLeast ? <p>{t("moreExist", { rows, rowsPerCall })}</p> : null}
    </>
  )
}

/** The report that is exported, with all columns that its records can fill. */
export interface ExportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly columns: readonly ExportColumn[]
}

const defaultChoice: ExportChoice = {
  format: "csv",
  columns: "shown",
  heads: "labels",
  bom: true,
  separator: ",",
}

/** What the report's address asks for today. */
function useExportQuery({ operation, fields }: ExportSetup) {
  const search = useSearchParams()
  const zoneHere = useTimeZone() ?? "UTC"
  const { view } = parseView(operation, fields, new URLSearchParams(search.toString()))
  const zone = view.zone ?? zoneHere
  const requested = viewQuery(operation, fields, view, { today: dayAt(Date.now(), zone), zone })
  const list = listOptions(operation, view.parameters, requested).queryKey
  const known = useKnownRows(operation, requested, list)
  return { view, query: printListQuery(operation, requested).toString(), known, zone }
}

/** How many rows of a list are here, and whether these are all; of a whole list how many there are. */
function useKnownRows(
  operation: ListOperation,
  requested: ListQuery,
  list: ReturnType<typeof listOptions>["queryKey"],
): KnownRows {
  const client = useQueryClient()
  const held = client.getQueryData(list)
  const counted = totalOptions(operation, requested, held?.pages[0]?.asOf).queryKey
  const total = operation.wholeOf === undefined ? undefined : client.getQueryData(counted)
  if (total) return { rows: total.count, isAll: true }
  return held ? { rows: rowCount(held), isAll: held.next === undefined } : { rows: 0, isAll: false }
}

/** The choices for an export, what it will cost, and its start. */
export function ExportDialog(props: ExportSetup & { readonly onClose: () => void }) {
  const { operation, columns, onClose } = props
  const t = useTranslations("exports")
  const common = useTranslations("common")
  const fieldLabel = useFieldLabel()
  const router = useRouter()
  const requested = useExportQuery(props)
  const [choice, setChoice] = useState(defaultChoice)
  const start = useExportChange(startExport)
  const isWhole = missingParameters(operation, requested.view).length === 0
  const order = buildOrder(operation, columns, requested, choice, (name, unit) =>
    unit ? `${fieldLabel(name)} (${t(`units.${unit}`)})` : fieldLabel(name),
  )
  return (
    <DialogContent
      title={t("dialog.title", { title: operation.title })}
      description={t("dialog.detail")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button
            variant="primary"
            disabled={start.isPending || !isWhole}
            onClick={async () => {
              const started = await start.mutateAsync(order).then(
                () => true,
                () => false,
              )
              if (!started) return
              onClose()
              router.push("/downloads")
            }}
          >
            {t("dialog.start")}
          </Button>
        </>
      }
    >
      <ExportChoices choice={choice} columns={order.columns.length} onChoice={setChoice} />
      <ExportCost operation={operation.id} known={requested.known} />
      <ChangeProblem error={start.error} />
    </DialogContent>
  )
}
