import { EyeOff } from "lucide-react"
import dynamic from "next/dynamic"
import { type ReactNode, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { seriesPatterns } from "@/lib/catalogue"
import { isTold, panelKinds, scaleKinds, withoutPattern } from "@/lib/client"
import type { AxisChart } from "../charts/chart-model"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { Skeleton } from "../ui/skeleton"
import { AnswerPicture } from "./answer-picture"
import { AnswerTable } from "./answer-table"
import {
  buildModel,
  type ExplorerModel,
  largestLines,
  overTime,
  type PanelsShown,
  panelsShown,
} from "./build-model"
import { EmptyAnswer, HiddenAnswer, isEmpty, isHidden, UntoldAnswer } from "./empty-answer"
import { useExplorer, useShownAnswer, useZoom } from "./explorer-context"
import { gatherSmall } from "./gather-small"
import { useGroupName, useLineName } from "./labels"
import { type RankedRow, rankedRows } from "./ranked-rows"
import { WeekTable } from "./week-table"

const loading = () => <Skeleton className="m-4 h-80 sm:h-96" />
const AnswerChart = dynamic(() => import("./answer-chart").then((part) => part.AnswerChart), {
  ssr: false,
  loading,
})
const AnswerRanked = dynamic(() => import("./answer-ranked").then((part) => part.AnswerRanked), {
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

const WeekHeat = dynamic(() => import("./week-heat").then((part) => part.WeekHeat), {
  ssr: false,
  loading,
})

/** The answer in the chosen chart, and as a table. */
export function AnswerView() {
  const { exploration } = useExplorer()
  const { answer } = useShownAnswer()
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useLineName(answer)
  const { zoomBack } = useZoom()
  const locale = useLocale()
  const built = useMemo(
    () => buildModel(answer, exploration.targets, { groupName, rangeName, target: t("target") }),
    [answer, exploration.targets, groupName, rangeName, t],
  )
  const ranked = useMemo(() => rankedRows(answer, groupName, locale), [answer, groupName, locale])
  if (!isTold(answer.question.measure, answer.least)) return <UntoldAnswer />
  if (exploration.question.pattern) return <PatternView />
  const isRanked = exploration.chart === "ranked"
  const table = <AnswerTable built={built} {...(isRanked && { ranked })} />
  if (exploration.chart === "table") return table
  if (isHidden(answer) && answer.least !== undefined) return <HiddenAnswer least={answer.least} />
  if (isEmpty(answer)) return <EmptyAnswer />
  return (
    <>
      <div className="relative p-4 pb-2">
        {zoomBack ? (
          <Button size="sm" className="absolute top-2 right-4 z-10" onClick={zoomBack}>
            {t("zoomBack")}
          </Button>
        ) : null}
        {isRanked ? null : <ChartSetting />}
        <AnswerFigure built={built} ranked={ranked} />
        <AnswerPicture>
          <AnswerFigure built={built} ranked={ranked} />
        </AnswerPicture>
      </div>
      <AsTable>{table}</AsTable>
    </>
  )
}

interface ModelProps {
  readonly built: ExplorerModel
}

/** The options of a chart over time. */
function ChartSetting() {
  const { exploration } = useExplorer()
  const { answer } = useShownAnswer()
  const shown = panelsShown(exploration, answer)
  if (exploration.chart === "heat") return <LayoutChoice />
  return shown ? <PanelChoice {...shown} /> : null
}

function AnswerFigure({ built, ranked }: ModelProps & { readonly ranked: readonly RankedRow[] }) {
  const { exploration } = useExplorer()
  const { answer } = useShownAnswer()
  const shown = panelsShown(exploration, answer)
  const drawn = useMemo(() => overTime(answer, built), [answer, built])
  const { chart } = exploration
  if (chart === "table") return null
  if (chart === "ranked") return <AnswerRanked rows={ranked} />
  if (chart === "heat") return <AnswerHeat built={drawn} />
  if (chart === "stacked") return <StackedAnswer built={drawn} />
  return shown?.panels === "each" ? (
    <AnswerPanels built={drawn} kind={chart} scales={shown.scales} />
  ) : (
    <FewLines built={drawn} kind={chart} />
  )
}

/**
 * A line chart limited to the six largest groups; the others are in the small multiples and the
 * table.
 */
function FewLines({ built, kind }: ModelProps & { readonly kind: AxisChart }) {
  const { answer } = useShownAnswer()
  const t = useTranslations("kpis.panels")
  const few = useMemo(() => largestLines(built, answer), [built, answer])
  const notes = few.leftOut > 0 ? [t("fewLines", { count: few.leftOut })] : []
  return <AnswerChart built={few.built} kind={kind} notes={notes} />
}

function StackedAnswer({ built }: ModelProps) {
  const { answer } = useShownAnswer()
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const stacked = useMemo(() => gatherSmall(answer, built, groupName), [answer, built, groupName])
  const notes = [
    ...(answer.ranges.length > 1 ? [t("stackedAlone")] : []),
    ...(stacked.leftOut > 0 ? [t("panels.leftOut", { count: stacked.leftOut })] : []),
  ]
  return <AnswerChart built={stacked.built} kind="stacked" notes={notes} />
}

const layouts = ["time", ...seriesPatterns] as const

/** Selects whether a heat map shows time or a typical week. */
function LayoutChoice() {
  const { exploration, changeExploration } = useExplorer()
  const { cell: _, ...rest } = exploration
  const t = useTranslations("kpis.pattern")
  const query = withoutPattern(exploration.question)
  return (
    <div className="pb-3 print:hidden">
      <Choice
        label={t("label")}
        kinds={layouts}
        nameOf={(layout) => t(layout)}
        chosen={exploration.question.pattern ?? "time"}
        onChoose={(layout) =>
          changeExploration({
            ...rest,
            question: layout === "time" ? query : { ...query, pattern: layout },
          })
        }
      />
    </div>
  )
}

/**
 * The typical week as a heat map and a table, with a short wait while the previous answer is still
 * shown.
 */
function PatternView() {
  const { exploration } = useExplorer()
  const { answer } = useShownAnswer()
  const { pattern, least } = answer
  const t = useTranslations("kpis")
  if (!pattern) return loading()
  const table = <WeekTable pattern={pattern} />
  const isTable = exploration.chart === "table"
  const isKnown = /[vp]/.test(pattern.states)
  return (
    <>
      <div className="p-4 pb-2">
        <LayoutChoice />
        {isTable ? null : isKnown ? (
          <>
            <WeekHeat pattern={pattern} />
            <AnswerPicture>
              <WeekHeat pattern={pattern} />
            </AnswerPicture>
          </>
        ) : pattern.states.includes("s") && least !== undefined ? (
          <EmptyState icon={EyeOff} title={t("hidden.title", { least })} className="min-h-64">
            <p>{t("pattern.hidden")}</p>
          </EmptyState>
        ) : (
          <EmptyAnswer />
        )}
      </div>
      {isTable ? (
        <div className="border-t">{table}</div>
      ) : isKnown ? (
        <AsTable>{table}</AsTable>
      ) : null}
    </>
  )
}

/** The same data as a table, collapsed below a chart. */
function AsTable({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("kpis")
  return (
    <details className="border-t print:not-open:hidden">
      <summary className="px-4 py-2 text-ink-muted text-xs hover:text-ink">{t("asTable")}</summary>
      <div className="border-t">{children}</div>
    </details>
  )
}

/** Selects whether groups share one chart, and small multiples their value axis. */
function PanelChoice({ panels, scales }: PanelsShown) {
  const { exploration, changeExploration } = useExplorer()
  const t = useTranslations("kpis.panels")
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 pb-3 print:hidden">
      <Choice
        label={t("label")}
        kinds={panelKinds}
        nameOf={(kind) => t(kind)}
        chosen={panels}
        onChoose={(kind) => changeExploration({ ...exploration, panels: kind })}
      />
      {panels === "each" ? (
        <Choice
          label={t("scale")}
          kinds={scaleKinds}
          nameOf={(kind) => t(kind)}
          chosen={scales}
          onChoose={(kind) => changeExploration({ ...exploration, scales: kind })}
        />
      ) : null}
    </div>
  )
}

interface ChoiceProps<Kind> {
  readonly label: string
  readonly kinds: readonly Kind[]
  readonly nameOf: (kind: Kind) => string
  readonly chosen: Kind
  readonly onChoose: (kind: Kind) => void
}

function Choice<Kind extends string>({
  label,
  kinds,
  nameOf,
  chosen,
  onChoose,
}: ChoiceProps<Kind>) {
  return (
    <fieldset aria-label={label} className="flex gap-1">
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="sm"
          variant={kind === chosen ? "secondary" : "ghost"}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {nameOf(kind)}
        </Button>
      ))}
    </fieldset>
  )
}
