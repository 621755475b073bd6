import { useEffect, useMemo, useState } from "react"
import { useTimeZone } from "use-intl"
import { addDays, dayAt, type ListQuery, startOfDay, type Today } from "@/lib/catalogue"
import { type View, viewQuery } from "@/lib/client"
import type { ReportSetup } from "./report-setup"

/** The reader's day and time zone; updated at midnight, or when the page becomes visible again. */
export function useToday(): Today {
  const zone = useTimeZone() ?? "UTC"
  const [now, setNow] = useState(() => Date.now())
  const today = dayAt(now, zone)
  useEffect(() => {
    const update = () => setNow(Date.now())
    const midnight = Date.parse(startOfDay(addDays(today, 1), zone))
    const timer = setTimeout(update, Math.max(midnight - Date.now(), 1000))
    document.addEventListener("visibilitychange", update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", update)
    }
  }, [today, zone])
  return useMemo(() => ({ today, zone }), [today, zone])
}

/** A view's query for today; the same object while the query is unchanged. */
export function useViewQuery({ operation, fields }: ReportSetup, view: View): ListQuery {
  const today = useToday()
  const { filters, periods, sort } = view
  const text = JSON.stringify([filters, periods, sort])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the view's parts in the query
  return useMemo(() => viewQuery(operation, fields, view, today), [operation, fields, text, today])
}
