import { useQuery } from "@tanstack/react-query"
import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react"
import { useFormatter, useTimeZone, useTranslations } from "use-intl"
import {
  type ListOperation,
  printRange,
  readPageSearch,
  type SeriesAnswer,
  type SeriesRange,
} from "@/lib/catalogue"
import {
  copiedListsOptions,
  coverageRefreshMs,
  type Delta,
  explorationHref,
  headlineOf,
  type PinnedView,
  parseExploration,
  seriesOptions,
  tileQuery,
  toProblem,
} from "@/lib/client"
import { Sparkline } from "../charts/sparkline"
import { CopyProgress } from "../ui/copy-progress"
import { shortenId } from "../ui/short-id"
import { Skeleton } from "../ui/skeleton"
import { TileFrame } from "../ui/tile-frame"
import { useCodeText } from "../ui/use-code-text"
import { useCountedText } from "../ui/use-counted-text"
import { TileMenu } from "./tile-menu"
import { useFigure } from "./use-figure"

const icons = { up: ArrowUp, same: ArrowRight, down: ArrowDown } as const

interface TileDeltaProps {
  readonly delta: Delta | undefined
  readonly range: SeriesRange | undefined
  /** The compared part, if it is not everything. */
  readonly compared: string
}

/** A tile's difference from another range: in percent, or absolute if that was zero. */
function TileDelta({ delta, range, compared }: TileDeltaProps) {
  const t = useTranslations("tiles")
  const format = useFormatter()
  const figure = useFigure()
  if (range === undefined) return null
  const versus =
    range === "previous" || range === "year"
      ? t(`versus.${range}`)
      : t("versus.range", { range: printRange(range) })
  if (!delta) return <p className="text-ink-faint text-xs">{t("noDelta", { versus })}</p>
  const change = delta.value - delta.before
  const Icon = icons[change > 0 ? "up" : change < 0 ? "down" : "same"]
  const share = change / Math.abs(delta.before)
  const changeText = Number.isFinite(share)
    ? format.number(share, {
        style: "percent",
        maximumFractionDigits: 1,
        signDisplay: "exceptZero",
      })
    : `${change > 0 ? "+" : ""}${figure(change)}`
  return (
    <>
      <p className="flex items-center gap-1 text-ink-muted text-xs tabular">
        <Icon className="size-3 shrink-0" aria-hidden="true" />
        <span className="font-medium text-ink">{changeText}</span>
        <span className="truncate">{versus}</span>
      </p>
      <p className="text-ink-faint text-xs empty:hidden">{compared}</p>
    </>
  )
}

interface TileProps {
  readonly operation: ListOperation
  readonly view: PinnedView & { readonly dataSetId: string }
  /** Undefined if the workspace does not name it. */
  readonly dataSet: { readonly name: string; readonly unit?: string } | undefined
}

/** One pinned exploration, linked to its page. */
export function Tile({ operation, view, dataSet }: TileProps) {
  const t = useTranslations("tiles")
  const zone = useTimeZone() ?? "UTC"
  const search = readPageSearch(view.search)
  const { exploration } = parseExploration(operation, search, zone)
  const question = tileQuery(exploration.question)
  const { data, error } = useQuery({
    ...seriesOptions(operation, view.dataSetId, question),
    refetchInterval: ({ state }) =>
      state.data && state.data.completeness.state !== "complete" ? coverageRefreshMs : false,
  })
  return (
    <TileFrame
      title={view.name}
      href={explorationHref(operation, view.dataSetId, { ...exploration, saved: view.id })}
      note={dataSet?.name ?? shortenId(view.dataSetId)}
      owner={view.isMine || view.ownerName === null ? undefined : t("by", { name: view.ownerName })}
      menu={<TileMenu view={view} />}
    >
      {data ? <TileAnswer answer={data} name={view.name} unit={dataSet?.unit} /> : null}
      {error && !data ? <Failed error={error} /> : null}
      {data || error ? null : <Waiting />}
    </TileFrame>
  )
}

function Waiting() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-8 w-28" />
      <Skeleton className="w-36" />
      <Skeleton className="h-10" />
    </div>
  )
}

function Failed({ error }: { error: unknown }) {
  const t = useTranslations("errors.unexpected")
  const textOf = useCodeText()
  return (
    <p role="alert" className="text-critical-ink text-xs">
      {textOf(toProblem(error).code)?.title ?? t("title")}
    </p>
  )
}

/** The progress of the copies of data sets. */
function PointsProgress() {
  const { data } = useQuery(copiedListsOptions())
  const points = data?.lists.find(({ list }) => list === "data-points")
  return points ? <CopyProgress coverage={points.coverage} /> : <Waiting />
}

interface TileAnswerProps {
  readonly answer: SeriesAnswer
  readonly name: string
  readonly unit: string | undefined
}

function TileAnswer({ answer, name, unit }: TileAnswerProps) {
  const t = useTranslations("tiles")
  const figure = useFigure()
  const { completeness, ranges, question } = answer
  const [range] = ranges
  const line = range.lines[0]
  const headline = headlineOf(answer)
  const { value, deltas } = headline
  const { heading, notes, comparedOf } = useCountedText(answer, headline)
  const isWhole = ranges.every(({ lines }) => lines.every(({ states }) => !states.includes("u")))
  if (completeness.state === "none" || !line || !isWhole) return <PointsProgress />
  const shown = value === null ? undefined : figure(value)
  const isCounted = question.measure === "count"
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-2xl tabular tracking-tight">
            {shown ?? t("noValue")}
          </span>
          {unit && shown && !isCounted ? (
            <span className="text-ink-muted text-xs">{unit}</span>
          ) : null}
        </p>
        <p className="text-ink-faint text-xs">
          {t("of", { measure: question.measure })} · {heading}
        </p>
        <p className="text-ink-faint text-xs empty:hidden">{notes.join(" · ")}</p>
        {deltas.map((delta, index) => (
          <TileDelta
            // biome-ignore lint/suspicious/noArrayIndexKey: a comparison has no other key
            key={index}
            delta={delta}
            range={question.ranges[index + 1]}
            compared={delta ? comparedOf(delta) : ""}
          />
        ))}
      </div>
      <Sparkline
        className="mt-auto h-10"
        values={line.values}
        states={line.states}
        partial={range.partial}
        label={t("course", { name })}
      />
    </>
  )
}
