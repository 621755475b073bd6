import { ChartNoAxesCombined } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { EmptyState } from "../ui/empty-state"
import type { ExplorerPartProps } from "./explorer-setup"
import { printWaysOut } from "./print-ways-out"
import { hasValuelessPoints, waysOutOfNothing } from "./values-told"

/** In place of a chart without a value: why, and what can be asked instead. */
export function EmptyAnswer({
  answer,
  exploration,
  onExploration,
}: Pick<ExplorerPartProps, "exploration" | "onExploration"> & { readonly answer: SeriesAnswer }) {
  const t = useTranslations("kpis.empty")
  const { isFiltered, ways } = waysOutOfNothing(exploration.question)
  const areAll = (letters: RegExp) =>
    answer.ranges[0].lines.every(({ states }) => letters.test(states))
  const outside = areAll(/^b+$/) ? "before" : areAll(/^[ab]+$/) ? "ahead" : undefined
  const why = outside ?? (isFiltered ? "noMatches" : "noPoints")
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={t("title")}
      className="min-h-80 justify-center sm:min-h-96"
      actions={printWaysOut({ ways, say: t, exploration, onExploration })}
    >
      <p>{t(hasValuelessPoints(answer) ? "noValues" : why)}</p>
    </EmptyState>
  )
}
