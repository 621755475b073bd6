import { useLocale, useTranslations } from "use-intl"
import {
  type DaysFigure,
  type Direction,
  isReached,
  type RangeSeries,
  type SeriesAnswer,
} from "@/lib/catalogue"
import {
  changeOf,
  type Delta,
  type Exploration,
  headlineOf,
  shownTargets,
  type TargetDelta,
  targetDelta,
} from "@/lib/client"
import { inSentence } from "@/lib/client/messages"
import { cn } from "../ui/class-names"
import { Skeleton } from "../ui/skeleton"
import { useCountedText } from "../ui/use-counted-text"
import { useValueFormat } from "../ui/value-format"
import { useDaysText, useRangeName } from "./labels"

/** Opens the changes from the compared range at an index. */
type OpenChanges = (figure: DaysFigure, against: number) => void

export interface HeadlineRowProps {
  readonly onChanges?: OpenChanges
  /** The query's answer without groups. */
  readonly answer: SeriesAnswer | undefined
  readonly exploration: Exploration
  readonly unit: string
}

/** The answer as a number, with its change from each comparison and target. */
export function HeadlineRow({ answer, unit, ...props }: HeadlineRowProps) {
  if (!answer) return <Skeleton className="h-12 w-64" />
  const isCount = answer.question.measure === "count"
  return <Figures answer={answer} unit={isCount ? "" : unit} {...props} />
}

function Figures({
  answer,
  exploration,
  unit,
  onChanges,
}: HeadlineRowProps & { answer: SeriesAnswer }) {
  const kpis = useTranslations("kpis")
  const t = useTranslations("kpis.headline")
  const counted = useTranslations("kpis.counted")
  const { withUnit } = useValueFormat(unit)
  const { measure, bucket } = answer.question
  const daysText = useDaysText()
  const measures = useTranslations("kpis.measures")
  const rangeName = useRangeName(answer)
  const locale = useLocale()
  const headline = headlineOf(answer)
  const { heading, notes, daysOf, comparedOf } = useCountedText(answer, headline)
  const noteOf = (delta: Delta) =>
    [daysOf({ edges: [delta.from, delta.to] }), comparedOf(delta)].filter(Boolean).join(" · ")
  const missingNote = (range: RangeSeries) =>
    headline.of && !range.counted ? `${daysText(range)} · ${counted("noDays")}` : daysText(range)
  const targetNote = ({ days, target, reached, buckets }: TargetDelta) =>
    [
      t("targetFor", { value: withUnit(target), count: days }),
      buckets > 1 && bucket !== "day" && bucket !== "hour"
        ? t("reached", { reached, count: buckets, bucket })
        : "",
    ]
      .filter(Boolean)
      .join(" · ")
  return (
    <dl className="flex min-w-0 flex-1 basis-72 flex-wrap items-start gap-x-6 gap-y-2">
      <div className="max-w-72">
        <dt className="text-ink-muted text-xs">
          {measures(measure)} · {heading}
        </dt>
        <dd className="tabular font-semibold text-2xl tracking-tight">
          {headline.value === null ? t("none") : withUnit(headline.value)}
        </dd>
        <dd className="text-ink-faint text-xs empty:hidden">{notes.join(" · ")}</dd>
      </div>
      {headline.deltas.map((delta, index) => {
        const range = answer.ranges[index + 1]
        return range ? (
          <DeltaFigure
            key={`${range.from} ${range.to}`}
            name={
              typeof range.range === "string"
                ? inSentence(locale, rangeName(index + 1))
                : rangeName(index + 1)
            }
            note={delta ? noteOf(delta) : missingNote(range)}
            before={delta ? withUnit(delta.before) : ""}
            delta={delta}
            write={withUnit}
            {...(onChanges &&
              headline.of && {
                onOpen: () => headline.of && onChanges(headline.of, index + 1),
              })}
          />
        ) : null
      })}
      {shownTargets(answer, exploration.targets).map((target) => {
        const found = targetDelta(answer, target)
        const { name = kpis("target") } = target
        return (
          <DeltaFigure
            key={name}
            name={inSentence(locale, name)}
            note={found ? targetNote(found) : ""}
            before=""
            delta={found && { value: found.value, before: found.target }}
            write={withUnit}
            {...(found && target.name === undefined && { state: isGood(answer.direction, found) })}
          />
        )
      })}
    </dl>
  )
}

/** True if a target is reached; undefined if no direction is better. */
const isGood = (direction: Direction | undefined, { value, target }: TargetDelta) =>
  direction === undefined || direction === "neutral"
    ? undefined
    : isReached(direction, value, target)

interface DeltaFigureProps {
  readonly name: string
  readonly note: string
  readonly delta: Pick<Delta, "value" | "before"> | undefined
  readonly write: (value: number) => string
  /** What it is compared with, if the note omits it. */
  readonly before: string
  /** Opens the changes. */
  readonly onOpen?: () => void
  /** True for good news; undefined if that is unknown. */
  readonly state?: boolean | undefined
}

function DeltaFigure({ name, note, delta, write, before, onOpen, state }: DeltaFigureProps) {
  const t = useTranslations("kpis.headline")
  const { percent } = useValueFormat("")
  const change = delta && changeOf(delta)
  const difference = delta && delta.value - delta.before
  const text = change === undefined ? write(difference ?? 0) : percent(change)
  const arrow = difference === undefined || difference === 0 ? "" : difference > 0 ? "▲ " : "▼ "
  return (
    <div className="max-w-44">
      <dt className="text-ink-muted text-xs">{t("against", { name })}</dt>
      <dd
        className={cn(
          "tabular pt-1 font-medium text-base",
          state === true && "text-positive-ink",
          state === false && "text-caution-ink",
        )}
      >
        {delta ? (
          <>
            <span aria-hidden="true" className="text-ink-muted text-xs">
              {arrow}
            </span>
            {onOpen ? (
              <button
                type="button"
                onClick={onOpen}
                title={t("whatChanged")}
                className="rounded-sm underline decoration-dotted underline-offset-4 hover:text-accent-ink"
              >
                {text}
                <span className="sr-only"> {t("whatChanged")}</span>
              </button>
            ) : (
              text
            )}
          </>
        ) : (
          t("none")
        )}
      </dd>
      <dd className="text-ink-faint text-xs">{[before, note].filter(Boolean).join(" · ")}</dd>
    </div>
  )
}
