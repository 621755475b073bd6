import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { planDepartmentReading, secondsForCalls } from "@/lib/client"
import { useQuota } from "../../ui/use-quota"

/** Whole minutes, from the second one on; less is said in words. */
const minutesOf = (seconds: number) => (seconds < 60 ? 0 : Math.ceil(seconds / 60))

/** How long so many requests take at the present load; nothing until the quota is known. */
export function useCallTime(): (calls: number) => string | undefined {
  const t = useTranslations("departments.bulk.cost")
  const sight = useQuota()
  return (calls) => {
    if (!sight) return undefined
    const seconds = secondsForCalls(calls, sight.quota)
    return seconds === undefined ? t("unlimited") : t("minutes", { minutes: minutesOf(seconds) })
  }
}

export interface ReadingCostProps {
  readonly list: ListOperation
  /** How many departments are to be read, and how many there are in all. */
  readonly wanted: number
  readonly known: number
}

/** What a dry run will cost, before it begins: how departments are read, the requests and the time. */
export function ReadingCost({ list, wanted, known }: ReadingCostProps) {
  const t = useTranslations("departments.bulk.cost")
  const timeOf = useCallTime()
  const { way, calls } = planDepartmentReading(list, wanted, known)
  return (
    <p className="text-ink-muted text-xs tabular">
      {t(way, { wanted, calls })} {timeOf(calls)}
    </p>
  )
}
