import { useQuery } from "@tanstack/react-query"
import { useTranslations } from "use-intl"
import { type ExportEstimate, exportEstimateOptions } from "@/lib/client"

/** Rows that a cost is told for, where nobody knows how many there are. */
const manyRows = 100_000

/** What reading points costs now: there are no totals, so it is told for so many rows. */
export const useFirstCost = (operation: string): ExportEstimate | undefined =>
  useQuery(exportEstimateOptions(operation, { rows: 0, isAll: false })).data

/** What first copies cost, in general. */
export function FirstCostIntro({ cost }: { cost: ExportEstimate }) {
  const t = useTranslations("dataSets.cost")
  const { rowsPerCall, callsPerMinute } = cost
  return callsPerMinute === null
    ? t("introUnlimited", { rowsPerCall })
    : t("intro", { rowsPerCall, pace: Math.round(callsPerMinute) })
}

/** The cost of a first copy, for every so many rows. */
export function FirstCost({ cost }: { cost: ExportEstimate | undefined }) {
  const t = useTranslations("dataSets.cost")
  if (!cost) return null
  const { rowsPerCall, callsPerMinute } = cost
  const calls = Math.ceil(manyRows / rowsPerCall)
  const told =
    callsPerMinute === null
      ? t("requests", { count: calls, rows: manyRows })
      : t("forMany", {
          calls,
          minutes: Math.round(calls / callsPerMinute),
          count: manyRows,
        })
  return <p className="text-ink-muted text-xs tabular">{t("label", { cost: told })}</p>
}
