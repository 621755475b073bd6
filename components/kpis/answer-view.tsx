import { ChartNoAxesCombined } from "lucide-react"
import dynamic from "next/dynamic"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { Skeleton } from "../ui/skeleton"
import { AnswerTable } from "./answer-table"
import { buildModel, type ExplorerModel } from "./build-model"
import { cellOf } from "./cell-of"
import type { ExplorerPartProps } from "./explorer-setup"
import { gatherSmall } from "./gather-small"
import { HiddenAnswer } from "./hidden-answer"
import { PanelChoice } from "./panel-choice"
import { panelsShown } from "./panels-shown"
import { printWaysOut } from "./print-ways-out"
import { useGroupName } from "./use-group-name"
import { useRangeName } from "./use-range-name"
import type { Suggestions } from "./use-suggestions"
import type { Zoom } from "./use-zoom"
import { hasValuelessPoints, isEmpty, isHidden, waysOutOfNothing } from "./values-told"

/** In place of a chart without a value: why, and what can be asked instead. */
function EmptyAnswer({
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

const loading = () => <Skeleton className="m-4 h-80 sm:h-96" />
const AnswerChart = dynamic(() => import("./answer-chart").then((part) => part.AnswerChart), {
  ssr: false,
  loading,
})
const AnswerPanels = dynamic(() => import("./answer-panels").then((part) => part.AnswerPanels), {
  ssr: false,
  loading,
})
const AnswerHeat = dynamic(() => import("./answer-heat").then((part) => part.AnswerHeat), {
  ssr: false,
  loading,
})

interface AnswerViewProps extends ExplorerPartProps {
  readonly answer: SeriesAnswer
  readonly zoom: Zoom
  readonly suggestions: Suggestions
}

/** The answer in the form that was asked for, and the same as a table. */
export function AnswerView(props: AnswerViewProps) {
  const { setup, exploration, onExploration, answer, zoom, suggestions } = props
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useRangeName(answer)
  const built = useMemo(
    () => buildModel(answer, exploration.targets, { groupName, rangeName }),
    [answer, exploration.targets, groupName, rangeName],
  )
  const unit = exploration.question.measure === "count" ? "" : setup.unit
  const stacked = useMemo(() => gatherSmall(answer, built, groupName), [answer, built, groupName])
  const openOf =
    ({ sources }: ExplorerModel) =>
    (line: number, index: number) => {
      const source = sources[line]
      if (!source) return
      const { range, group, match } = source
      const cell = cellOf(answer, { range, group, index: match[index] })
      if (cell) onExploration({ ...exploration, cell })
    }
  const shared = { answer, built, unit, name: setup.name, onOpen: openOf(built) }
  const table = (
    <AnswerTable
      {...shared}
      groupName={groupName}
      rangeName={rangeName}
      sort={exploration.sort}
      onSort={(sort) => onExploration({ ...exploration, sort }, { replace: true })}
    />
  )
  const { chart } = exploration
  if (chart === "table") return table
  if (isHidden(answer) && answer.least !== undefined)
    return <HiddenAnswer {...{ exploration, onExploration, suggestions }} least={answer.least} />
  if (isEmpty(answer)) return <EmptyAnswer {...{ exploration, onExploration, answer }} />
  const shown = panelsShown(exploration, answer)
  const stackNotes = [
    ...(answer.ranges.length > 1 ? [t("stackedAlone")] : []),
    ...(stacked.leftOut > 0 ? [t("panels.leftOut", { count: stacked.leftOut })] : []),
  ]
  return (
    <>
      <div className="relative p-4 pb-2">
        {zoom.back ? (
          <Button size="sm" className="absolute top-2 right-4 z-10" onClick={zoom.back}>
            {t("zoomBack")}
          </Button>
        ) : null}
        {shown ? <PanelChoice {...{ exploration, onExploration, ...shown }} /> : null}
        {chart === "heat" ? (
          <AnswerHeat {...shared} />
        ) : chart === "stacked" ? (
          <AnswerChart
            {...shared}
            built={stacked.built}
            onOpen={openOf(stacked.built)}
            kind={chart}
            zoom={zoom}
            notes={stackNotes}
          />
        ) : shown?.panels === "each" ? (
          <AnswerPanels {...shared} {...{ rangeName, zoom }} kind={chart} scales={shown.scales} />
        ) : (
          <AnswerChart {...shared} kind={chart} zoom={zoom} />
        )}
      </div>
      <details className="border-t print:not-open:hidden">
        <summary className="px-4 py-2 text-ink-muted text-xs hover:text-ink">
          {t("asTable")}
        </summary>
        <div className="border-t">{table}</div>
      </details>
    </>
  )
}
