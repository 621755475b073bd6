import { useTranslations } from "use-intl"
import { cellStates, isOutsideData } from "@/lib/catalogue"
import { changeOf } from "@/lib/client"
import { ChartCursor, type CursorPosition } from "../charts/chart-cursor"
import { LineSample } from "../charts/chart-legend"
import { type AxisChart, bucketCount, type ChartLine, isCut } from "../charts/chart-model"
import { endNearZero, type PlotArea } from "../charts/plot-area"
import { cn } from "../ui/class-names"
import { useValueFormat } from "../ui/value-format"
import type { ExplorerModel } from "./build-model"
import { useOpenBucket, useShownAnswer, useZoom } from "./explorer-context"
import { useBucketLabel } from "./labels"

/** Labels a chart; if its axis does not start at zero, also says where it starts. */
export function useChartLabel() {
  const t = useTranslations("kpis")
  const { unit } = useShownAnswer()
  const { short } = useValueFormat(unit)
  return (name: string, { model }: ExplorerModel, { scale }: PlotArea) => {
    const about = t("chartLabel", { name, count: bucketCount(model) })
    const end = endNearZero(scale)
    return end === undefined ? about : `${about}. ${t("axisStarts", { value: short(end) })}`
  }
}

/** A sentence about a line's value in a bucket. */
function useSummary({ model }: ExplorerModel) {
  const t = useTranslations("kpis")
  const { answer, unit } = useShownAnswer()
  const { withUnit } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  return ({ index, line }: CursorPosition) => {
    const { edges, lines } = model
    const found = lines[line]
    const value = found?.values[index] ?? null
    const letter = (found?.states[index] ?? "m") as keyof typeof cellStates
    const text = value === null ? t(`states.${cellStates[letter]}`) : withUnit(value)
    const label = bucketLabel(edges[index] ?? 0, edges[index + 1] ?? 0)
    const reason = letter === "p" ? "states.part" : "states.partial"
    const isMarked = found && value !== null && (letter === "p" || isCut(found, index))
    const mark = isMarked ? `, ${t(reason)}` : ""
    return `${label}: ${found?.label ?? ""} ${text}${mark}`
  }
}

interface AnswerCursorProps {
  readonly built: ExplorerModel
  readonly kind: AxisChart
  readonly plot: PlotArea
  readonly label: string
  /** Called with the hovered line. */
  readonly onLine: (line: number | undefined) => void
}

/** The chart's cursor: inspects cells, opens them, and zooms. */
export function AnswerCursor({ built, kind, plot, label, onLine }: AnswerCursorProps) {
  const t = useTranslations("kpis")
  const summarize = useSummary(built)
  const openBucket = useOpenBucket()
  const { zoomInto, zoomBack } = useZoom()
  const { model } = built
  return (
    <ChartCursor
      plot={plot}
      model={model}
      kind={kind}
      label={label}
      help={t("chartHelp")}
      renderTip={(position) => <CellTip built={built} position={position} />}
      summarize={summarize}
      onLine={onLine}
      onOpen={({ line, index }) => openBucket(built, line, index)}
      onSelect={zoomInto}
      onBack={() => zoomBack?.()}
    />
  )
}

interface CellTipProps {
  readonly built: ExplorerModel
  readonly position: CursorPosition
}

const maxLines = 12

/**
 * The cells of a bucket: values or why they are missing, changes, targets, and the number of
 * points.
 */
export function CellTip({ built, position: { index, line: chosen } }: CellTipProps) {
  const t = useTranslations("kpis")
  const { answer, unit } = useShownAnswer()
  const format = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  const { edges, lines, targets } = built.model
  const isOutside = answer.ranges[0].lines.every(({ states }) => isOutsideData(states[index]))
  const isPartial = !isOutside && answer.ranges[0].partial.includes(index)
  const shown = lines
    .map((line, at) => ({ line, at }))
    .slice(Math.max(0, chosen - maxLines + 1))
    .slice(0, maxLines)
  const source = built.sources[chosen]
  const its = source && answer.ranges[source.range]
  const own = source?.match[index]
  const count =
    own === undefined ? null : its?.lines.find(({ group }) => group === source?.group)?.counts[own]
  return (
    <div className="min-w-48 rounded-lg bg-raised px-3 py-2 text-xs shadow-popup">
      <p className="mb-1 font-medium">
        {bucketLabel(edges[index] ?? 0, edges[index + 1] ?? 0)}
        {isPartial ? <span className="text-ink-muted"> · {t("states.partial")}</span> : null}
      </p>
      <ul className="space-y-0.5">
        {shown.map(({ line, at }) => (
          <LineValue
            key={line.key}
            built={built}
            line={line}
            index={index}
            isChosen={at === chosen && lines.length > 1}
          />
        ))}
        {targets.map(({ key, label, style, values }) => {
          const value = values[index] ?? null
          return value === null ? null : (
            <li key={key} className="flex items-center gap-2 text-ink-muted">
              <LineSample {...style} />
              <span className="min-w-0 flex-1">{label}</span>
              <span className="tabular">{format.withUnit(value)}</span>
            </li>
          )
        })}
      </ul>
      {lines.length > shown.length ? (
        <p className="mt-1 text-ink-faint">
          {t("moreLines", { count: lines.length - shown.length })}
        </p>
      ) : null}
      {typeof count === "number" && count > 0 ? (
        <p className="mt-1 text-ink-muted">{t("openPoints", { count })}</p>
      ) : null}
    </div>
  )
}

interface LineValueProps {
  readonly built: ExplorerModel
  readonly line: ChartLine
  readonly index: number
  readonly isChosen: boolean
}

/** A line's value in a bucket; for a comparison, also the group's difference from it. */
function LineValue({ built, line, index, isChosen }: LineValueProps) {
  const t = useTranslations("kpis")
  const { unit } = useShownAnswer()
  const format = useValueFormat(unit)
  const value = line.values[index] ?? null
  const letter = (line.states[index] ?? "m") as keyof typeof cellStates
  const own = built.model.lines.find((each) => !each.isCompared && each.group === line.group)
  const now = own?.values[index] ?? null
  const isWhole = !isCut(line, index)
  const isOwnWhole = !(own && isCut(own, index))
  const change =
    line.isCompared && isOwnWhole && isWhole && value !== null && now !== null
      ? changeOf({ value: now, before: value })
      : undefined
  return (
    <li className={cn("flex items-center gap-2", isChosen && "font-semibold")}>
      <LineSample {...line.style} />
      <span className="min-w-0 flex-1">{line.label}</span>
      {value !== null && (letter === "p" || (line.isCompared && !isWhole)) ? (
        <span className="text-ink-muted">
          {t(letter === "p" ? "states.part" : "states.partial")}
        </span>
      ) : null}
      {value === null ? (
        <span className="text-ink-muted">{t(`states.${cellStates[letter]}`)}</span>
      ) : (
        <span className="tabular">{format.withUnit(value)}</span>
      )}
      {change === undefined ? null : (
        <span className="tabular w-14 text-right text-ink-muted">{format.percent(change)}</span>
      )}
    </li>
  )
}
