import { useQuery } from "@tanstack/react-query"
import { useTranslations } from "use-intl"
import { type ExportEstimate, exportEstimateOptions, type KnownRows } from "@/lib/client"

const minRows = 1000

/** Of how many rows the cost of an export is told whose end is not known: a round number of the size of what is here. */
export const roundRows = (known: number): number =>
  Math.max(minRows, 10 ** Math.ceil(Math.log10(Math.max(1, 2 * known))))

/** Whole minutes, from the second one on; less is said in words. */
const minutesOf = (minutes: number) => (minutes < 1 ? 0 : Math.ceil(minutes))

/** What an export will cost in requests and minutes: exactly where all rows are known, else the least. */
export function ExportCost({ operation, known }: { operation: string; known: KnownRows }) {
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
