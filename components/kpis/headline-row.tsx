import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { type Delta, type Exploration, headlineOf, targetDelta } from "@/lib/client"
import { Skeleton } from "../ui/skeleton"
import { useBucketLabel, useStretchText } from "./use-bucket-label"
import { useDaysText, useRangeName } from "./use-range-name"
import { changeOf, useValueFormat } from "./value-format"

export interface HeadlineRowProps {
  /** The question's answer without groups. */
  readonly answer: SeriesAnswer | undefined
  readonly exploration: Exploration
  readonly unit: string
}

/** The answer in one number, with what changed against each compared range and target. */
export function HeadlineRow({ answer, exploration, unit }: HeadlineRowProps) {
  if (!answer) return <Skeleton className="h-12 w-64" />
  const isCount = answer.question.measure === "count"
  return <Figures answer={answer} exploration={exploration} unit={isCount ? "" : unit} />
}

function Figures({ answer, exploration, unit }: HeadlineRowProps & { answer: SeriesAnswer }) {
  const t = useTranslations("kpis.headline")
  const { withUnit } = useValueFormat(unit)
  const { measure, bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  const daysText = useDaysText()
  const stretchText = useStretchText(bucket, zone)
  const measures = useTranslations("kpis.measures")
  const rangeName = useRangeName(answer)
  const headline = headlineOf(answer)
  const [first] = answer.ranges
  const at = headline.bucket
  const where =
    at === undefined ? daysText(first) : bucketLabel(first.edges[at] ?? 0, first.edges[at + 1] ?? 0)
  const isOfAll = headline.scope === "whole"
  const isCut = first.partial.length > 0 && isOfAll
  const noteOf = ({ from, to, buckets }: Delta) => {
    if (!isOfAll) return bucketLabel(from, to)
    const count = headline.buckets
    const isSome = buckets < count
    return [stretchText(from, to), isSome ? t("compared", { compared: buckets, count }) : ""]
      .filter(Boolean)
      .join(" · ")
  }
  return (
    <dl className="flex min-w-0 flex-1 basis-72 flex-wrap items-start gap-x-8 gap-y-2">
      <div>
        <dt className="text-ink-muted text-xs">
          {measures(measure)} · {where}
        </dt>
        <dd className="tabular font-semibold text-2xl tracking-tight">
          {headline.value === null ? t("none") : withUnit(headline.value)}
        </dd>
        <dd className="text-ink-faint text-xs empty:hidden">
          {[
            isCut ? t("wholeOnly", { count: headline.buckets }) : "",
            headline.unknown > 0 ? t("unknown", { count: headline.unknown }) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </dd>
      </div>
      {headline.deltas.map((delta, index) => {
        const range = answer.ranges[index + 1]
        return range ? (
          <DeltaFigure
            key={`${range.from} ${range.to}`}
            name={rangeName(index + 1)}
            note={delta ? noteOf(delta) : daysText(range)}
            delta={delta}
            write={withUnit}
          />
        ) : null
      })}
      {exploration.targets.map((target) => {
        const found = targetDelta(answer, target)
        return (
          <DeltaFigure
            key={target.name}
            name={target.name}
            note={found ? t("reached", { reached: found.reached, count: found.buckets }) : ""}
            delta={found && { value: found.value, before: found.target }}
            write={withUnit}
          />
        )
      })}
    </dl>
  )
}

interface DeltaFigureProps {
  readonly name: string
  readonly note: string
  readonly delta: Pick<Delta, "value" | "before"> | undefined
  readonly write: (value: number) => string
}

function DeltaFigure({ name, note, delta, write }: DeltaFigureProps) {
  const t = useTranslations("kpis.headline")
  const { percent } = useValueFormat("")
  const change = delta && changeOf(delta)
  const difference = delta && delta.value - delta.before
  const arrow = difference === undefined || difference === 0 ? "" : difference > 0 ? "▲ " : "▼ "
  return (
    <div>
      <dt className="max-w-56 truncate text-ink-muted text-xs">{t("against", { name })}</dt>
      <dd className="tabular pt-1 font-medium text-base">
        {delta ? (
          <>
            <span aria-hidden="true" className="text-ink-muted text-xs">
              {arrow}
            </span>
            {change === undefined ? write(difference ?? 0) : percent(change)}
          </>
        ) : (
          t("none")
        )}
      </dd>
      <dd className="text-ink-faint text-xs">
        {delta ? t("before", { before: write(delta.before), note }) : note}
      </dd>
    </div>
  )
}
