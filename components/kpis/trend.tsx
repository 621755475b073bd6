import { useQuery } from "@tanstack/react-query"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { seriesOptions, trendOf, trendQuery } from "@/lib/client"
import { useValueFormat } from "../ui/value-format"
import { useExplorer, useShownUnit } from "./explorer-context"
import { useDaysText } from "./labels"

interface TrendProps {
  /** The query's answer without groups. */
  readonly total: SeriesAnswer
}

/** The trend of the data set in one sentence; renders nothing if it is unclear. */
export function Trend({ total }: TrendProps) {
  const { operation, dataSetId, name } = useExplorer().setup
  const t = useTranslations("kpis.trend")
  const daysText = useDaysText()
  const { withUnit, percent } = useValueFormat(useShownUnit())
  const question = trendQuery(total)
  const { data } = useQuery({
    ...seriesOptions(
      operation,
      dataSetId,
      question ?? total.question,
      total.completeness.syncedUntil ?? "",
    ),
    enabled: question !== undefined,
  })
  if (!data || !question) return null
  const [range] = data.ranges
  const days = daysText(range)
  const trend = trendOf(data)
  if (!trend)
    return data.least === undefined ? null : (
      <p className="text-ink-muted">{t("hidden", { name, days, least: data.least })}</p>
    )
  const { direction, change, value, before, isPart } = trend
  const sentence = t(direction, {
    name,
    days,
    value: withUnit(value),
    before: withUnit(before),
    change: percent(Math.abs(change)).replace(/^\+/, ""),
  })
  return (
    <p>
      {sentence}
      {isPart ? ` ${t("part", { least: data.least ?? 0 })}` : ""}
    </p>
  )
}
