import { useQueryClient } from "@tanstack/react-query"
import { useRouter, useSearchParams } from "next/navigation"
import { useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import {
  dayAt,
  type ExportColumn,
  type Fields,
  type ListOperation,
  printListQuery,
} from "@/lib/catalogue"
import {
  type KnownRows,
  listOptions,
  missingParameters,
  parseView,
  rowCount,
  startExport,
  viewQuery,
} from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { DialogClose, DialogContent } from "../ui/dialog"
import { useFieldLabel } from "../ui/use-field-label"
import { buildOrder, type ExportChoice } from "./build-order"
import { ExportChoices } from "./export-choices"
import { ExportCost } from "./export-cost"
import { useExportChange } from "./use-export-change"

/** The report that is exported, with all columns that its records can fill. */
export interface ExportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly columns: readonly ExportColumn[]
}

const usual: ExportChoice = {
  format: "csv",
  columns: "shown",
  heads: "labels",
  bom: true,
  separator: ",",
}

/** What the report's address asks for today. */
function useAsked({ operation, fields }: ExportSetup) {
  const search = useSearchParams()
  const zoneHere = useTimeZone() ?? "UTC"
  const { view } = parseView(operation, fields, new URLSearchParams(search.toString()))
  const zone = view.zone ?? zoneHere
  const asked = viewQuery(operation, fields, view, { today: dayAt(Date.now(), zone), zone })
  const list = listOptions(operation, view.parameters, asked).queryKey
  const known = useKnownRows(list)
  return { view, query: printListQuery(operation, asked).toString(), known, zone }
}

/** How many rows of a list are here, and whether these are all. */
function useKnownRows(list: ReturnType<typeof listOptions>["queryKey"]): KnownRows {
  const held = useQueryClient().getQueryData(list)
  return held ? { rows: rowCount(held), isAll: held.next === undefined } : { rows: 0, isAll: false }
}

/** The choices for an export, what it will cost, and its start. */
export function ExportDialog(props: ExportSetup & { readonly onClose: () => void }) {
  const { operation, columns, onClose } = props
  const t = useTranslations("exports")
  const common = useTranslations("common")
  const labelOf = useFieldLabel()
  const router = useRouter()
  const asked = useAsked(props)
  const [choice, setChoice] = useState(usual)
  const start = useExportChange(startExport)
  const isWhole = missingParameters(operation, asked.view).length === 0
  const order = buildOrder(operation, columns, asked, choice, labelOf)
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
              router.push("/exports")
            }}
          >
            {t("dialog.start")}
          </Button>
        </>
      }
    >
      <ExportChoices choice={choice} columns={order.columns.length} onChoice={setChoice} />
      <ExportCost operation={operation.id} known={asked.known} />
      <ChangeProblem error={start.error} />
    </DialogContent>
  )
}
