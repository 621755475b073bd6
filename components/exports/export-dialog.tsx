import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter, useSearchParams } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { useLocale, useTimeZone, useTranslations } from "use-intl"
import {
  dayAt,
  type Fields,
  type ListOperation,
  type ListQuery,
  printListQuery,
} from "@/lib/catalogue"
import {
  type ExportEstimate,
  exportEstimateOptions,
  exportFileUrl,
  exportOptions,
  type KnownRows,
  listOptions,
  missingParameters,
  parseView,
  shownNames,
  startExport,
  totalOptions,
  viewColumns,
  viewQuery,
} from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { DialogClose, DialogContent } from "../ui/dialog"
import { useFieldLabel } from "../ui/use-field-label"
import { useValueLabel } from "../ui/use-value-label"
import {
  buildOrder,
  type ExportChoice,
  type PageWords,
  type RequestedExport,
  useExportChange,
} from "./build-order"
import { ExportChoices } from "./export-choices"

/** Limits of a direct download: rows of a copy, or calls to the platform. */
const [directRows, directCalls] = [50_000, 5] as const

export interface ExportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
}

const defaultChoice: ExportChoice = { format: "csv", content: "shown", separator: "," }

/** The report's query for today. */
function useRequested({ operation, fields }: ExportSetup): RequestedExport {
  const search = useSearchParams()
  const zoneHere = useTimeZone() ?? "UTC"
  const { view } = parseView(operation, fields, new URLSearchParams(search.toString()))
  const zone = view.zone ?? zoneHere
  const requested = viewQuery(operation, fields, view, { today: dayAt(Date.now(), zone), zone })
  const list = listOptions(operation, view.parameters, requested).queryKey
  const known = useKnownRows(operation, requested, list)
  const all = viewColumns(operation, fields, view)
  const columns = shownNames(all, view.layout).flatMap(
    (name) => all.find((column) => column.name === name) ?? [],
  )
  return { view, query: printListQuery(operation, requested).toString(), known, zone, columns }
}

/** The number of loaded rows and whether it is complete; for a whole list, the total. */
function useKnownRows(
  operation: ListOperation,
  requested: ListQuery,
  list: ReturnType<typeof listOptions>["queryKey"],
): KnownRows {
  const client = useQueryClient()
  const held = client.getQueryData(list)
  const { data: total } = useQuery({
    ...totalOptions(operation, requested, held?.pages[0]?.asOf),
    enabled: operation.wholeOf !== undefined,
  })
  if (total) return { rows: total.count, isAll: true }
  const last = held?.pages.at(-1)
  if (!last) return { rows: 0, isAll: false }
  return { rows: last.start + last.rows.length, isAll: last.nextUrl === undefined }
}

function usePageWords(): PageWords {
  const t = useTranslations("exports")
  const common = useTranslations("common")
  const labelOf = useFieldLabel()
  const nameValue = useValueLabel()
  const locale = useLocale()
  return { locale, yes: common("yes"), no: common("no"), labelOf, nameValue, days: t("units.days") }
}

/** True if the file will be ready at once. */
const isDirect = ({ calls, isAtLeast }: ExportEstimate, { rows, isAll }: KnownRows) =>
  !isAtLeast && calls <= directCalls && (calls > 0 || (isAll && rows <= directRows))

/** The number of rows in the file, if known, and how it is delivered. */
function Expectation({
  known,
  estimate,
}: {
  known: KnownRows
  estimate?: ExportEstimate | undefined
}) {
  const t = useTranslations("exports.cost")
  return (
    <div
      role="status"
      className="mt-4 grid gap-0.5 rounded-md bg-sunken px-3 py-2 text-ink-muted text-xs tabular"
    >
      <p className="font-medium text-ink">
        {known.isAll ? t("rows", { rows: known.rows }) : t("moreRows", { rows: known.rows })}
      </p>
      {estimate && !isDirect(estimate, known) ? (
        <p>
          {t("later")}
          {estimate.minutes >= 1
            ? ` ${t("minutes", { minutes: Math.ceil(estimate.minutes) })}`
            : null}
        </p>
      ) : null}
    </div>
  )
}

/** Downloads an export's file once it is ready; failures are handled in Downloads. */
function useDownload(id: string | undefined, onEnd: (isHere: boolean) => void) {
  const { data, isError } = useQuery({ ...exportOptions(id ?? ""), enabled: id !== undefined })
  const state = isError ? "failed" : data?.state
  const isOver = useRef(false)
  useEffect(() => {
    if (id === undefined || state === undefined || state === "running" || isOver.current) return
    isOver.current = true
    if (state === "done") window.location.assign(exportFileUrl(id))
    onEnd(state === "done")
  }, [id, state, onEnd])
}

/** The export choices, and the file: at once, or from Downloads. */
export function ExportDialog(props: ExportSetup & { readonly onClose: () => void }) {
  const { operation, onClose } = props
  const t = useTranslations("exports")
  const common = useTranslations("common")
  const router = useRouter()
  const requested = useRequested(props)
  const { known } = requested
  const words = usePageWords()
  const [choice, setChoice] = useState(defaultChoice)
  const [awaited, setAwaited] = useState<string>()
  const start = useExportChange(startExport)
  const estimate = useQuery(exportEstimateOptions(operation.id, known)).data
  const isAtOnce = estimate !== undefined && isDirect(estimate, known)
  const isWhole = missingParameters(operation, requested.view).length === 0
  useDownload(awaited, (isHere) => {
    onClose()
    if (!isHere) router.push("/downloads")
  })
  const isBusy = start.isPending || awaited !== undefined
  return (
    <DialogContent
      title={t("dialog.title", { title: operation.title })}
      description={t("dialog.detail")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button
            variant="primary"
            disabled={isBusy || !isWhole || !estimate}
            onClick={() =>
              start.mutate(buildOrder(operation, requested, choice, words), {
                onSuccess({ id }) {
                  if (isAtOnce) return setAwaited(id)
                  onClose()
                  router.push("/downloads")
                },
              })
            }
          >
            {isBusy ? t("dialog.preparing") : isAtOnce ? t("dialog.download") : t("dialog.start")}
          </Button>
        </>
      }
    >
      <ExportChoices choice={choice} onChoice={setChoice} />
      <Expectation known={known} estimate={estimate} />
      <ChangeProblem error={start.error} />
    </DialogContent>
  )
}
