import { useEffect, useMemo, useState } from "react"
import { useTimeZone } from "use-intl"
import { addDays, dayAt, type ListQuery, startOfDay, type Today } from "@/lib/catalogue"
import { type View, viewQuery } from "@/lib/client"
import type { ReportSetup } from "./report-setup"

/** The reader's day and time zone; a new day comes at midnight, or when somebody looks at the page again. */
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

/** The query of a view today; the same object as long as the query is the same. */
export function useViewQuery({ operation, fields }: ReportSetup, view: View): ListQuery {
  const today = useToday()
  const { filters, periods, sort } = view
  const text = JSON.stringify([filters, periods, sort])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the view's parts in the query
  return useMemo(() => viewQuery(operation, fields, view, today), [operation, fields, text, today])
}
