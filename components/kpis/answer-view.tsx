import dynamic from "next/dynamic"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { Skeleton } from "../ui/skeleton"
import { AnswerTable } from "./answer-table"
import { buildModel } from "./build-model"
import { cellOf } from "./cell-of"
import { EmptyAnswer } from "./empty-answer"
import type { ExplorerPartProps } from "./explorer-setup"
import { HiddenAnswer } from "./hidden-answer"
import { useGroupName } from "./use-group-name"
import { useRangeName } from "./use-range-name"
import type { Zoom } from "./use-zoom"
import { isEmpty, isHidden } from "./values-told"

const loading = () => <Skeleton className="m-4 h-80 sm:h-96" />
const AnswerChart = dynamic(() => import("./answer-chart").then((part) => part.AnswerChart), {
  ...{ ssr: false, loading },
})
const AnswerHeat = dynamic(() => import("./answer-heat").then((part) => part.AnswerHeat), {
  ...{ ssr: false, loading },
})

export interface AnswerViewProps extends ExplorerPartProps {
  readonly answer: SeriesAnswer
  readonly zoom: Zoom
}

/** The answer in the form that was asked for, and the same as a table. */
export function AnswerView({ setup, exploration, onExploration, answer, zoom }: AnswerViewProps) {
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useRangeName(answer)
  const built = useMemo(
    () => buildModel(answer, exploration.targets, { groupName, rangeName }),
    [answer, exploration.targets, groupName, rangeName],
  )
  const unit = exploration.question.measure === "count" ? "" : setup.unit
  const open = (line: number, index: number) => {
    const source = built.sources[line]
    if (!source) return
    const { range, group, match } = source
    const cell = cellOf(answer, { range, group, index: match[index] })
    if (cell) onExploration({ ...exploration, cell })
  }
  const shared = { answer, built, unit, name: setup.name, onOpen: open }
  const table = <AnswerTable {...shared} groupName={groupName} rangeName={rangeName} />
  const { chart } = exploration
  if (chart === "table") return table
  if (isHidden(answer) && answer.least !== undefined)
    return <HiddenAnswer {...{ exploration, onExploration }} least={answer.least} />
  if (isEmpty(answer)) return <EmptyAnswer {...{ exploration, onExploration, answer }} />
  return (
    <>
      <div className="relative p-4 pb-2">
        {zoom.back ? (
          <Button size="sm" className="absolute top-2 right-4 z-10" onClick={zoom.back}>
            {t("zoomBack")}
          </Button>
        ) : null}
        {chart === "heat" ? (
          <AnswerHeat {...shared} />
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
