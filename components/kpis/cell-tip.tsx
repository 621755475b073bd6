import { useTranslations } from "use-intl"
import { cellStates, isOutsideData, type SeriesAnswer } from "@/lib/catalogue"
import type { CursorPlace } from "../charts/chart-cursor"
import { isCut } from "../charts/chart-model"
import { LineSample } from "../charts/line-sample"
import { cn } from "../ui/class-names"
import type { ExplorerModel } from "./build-model"
import { useBucketLabel } from "./use-bucket-label"
import { changeOf, useValueFormat } from "./value-format"

export interface CellTipProps {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly place: CursorPlace
  readonly unit: string
}

const most = 12

/** What the cells of a bucket say: values, why there is none, changes, targets, and how many points. */
export function CellTip({ answer, built, place: { index, line: chosen }, unit }: CellTipProps) {
  const t = useTranslations("kpis")
  const format = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  const { edges, lines, targets } = built.model
  const isOutside = answer.ranges[0].lines.every(({ states }) => isOutsideData(states[index]))
  const isPartial = !isOutside && answer.ranges[0].partial.includes(index)
  const shown = lines
    .map((line, at) => ({ line, at }))
    .slice(Math.max(0, chosen - most + 1))
    .slice(0, most)
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
        {shown.map(({ line, at }) => {
          const value = line.values[index] ?? null
          const letter = (line.states[index] ?? "m") as keyof typeof cellStates
          const first = lines.find((each) => !each.isCompared && each.group === line.group)
          const now = first?.values[index] ?? null
          const isWhole = !isCut(line, index)
          const change =
            line.isCompared &&
            !(first && isCut(first, index)) &&
            isWhole &&
            value !== null &&
            now !== null
              ? changeOf({ value: now, before: value })
              : undefined
          return (
            <li
              key={line.key}
              className={cn(
                "flex items-center gap-2",
                at === chosen && lines.length > 1 && "font-semibold",
              )}
            >
              <LineSample {...line.look} />
              <span className="min-w-0 flex-1">{line.label}</span>
              {value !== null && !isWhole && (line.isCompared || letter === "p") ? (
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
                <span className="tabular w-14 text-right text-ink-muted">
                  {format.percent(change)}
                </span>
              )}
            </li>
          )
        })}
        {targets.map(({ key, label, look, values }) => {
          const value = values[index] ?? null
          return value === null ? null : (
            <li key={key} className="flex items-center gap-2 text-ink-muted">
              <LineSample {...look} />
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
