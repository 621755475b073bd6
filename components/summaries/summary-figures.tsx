import { useFormatter, useTranslations } from "use-intl"
import {
  printSummaryMeasure,
  type SummaryGroups,
  type SummaryMeasure,
  type SummaryRow,
} from "@/lib/catalogue"
import type { InsightKind } from "@/lib/client"
import type { SummarizedAnswers } from "@/lib/contract"
import { Sparkline } from "../charts/sparkline"
import { BarRow } from "../ui/bar-row"
import {
  useFigureText,
  useKeyName,
  useMeasureLabel,
  useRowFigureText,
  useSummary,
} from "./summary-context"
import { bucketEdgesOf, figureNumber, lineOfRows } from "./summary-lines"
import { AllRows, FigureLink } from "./summary-parts"

interface AnswerProps {
  readonly answer: SummarizedAnswers
}

interface GroupedProps extends AnswerProps {
  /** The first field of the answer. */
  readonly first: SummaryGroups
}

interface LabelledProps extends AnswerProps {
  /** The figures' labels, in order, if shorter than the default. */
  readonly labels: readonly string[]
}

/** Each share as a row: matching rows out of all rows; other figures as they are. */
function Shares({ answer: { total }, labels }: LabelledProps) {
  const { query, slots } = useSummary()
  const measureName = useMeasureLabel()
  const t = useTranslations("insights")
  const figureText = useFigureText()
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {query.measures.map((measure, at) => {
        const figure = total.figures[at]
        if (!figure) return null
        if (measure.name !== "share")
          return (
            <li key={printSummaryMeasure(measure)} className="flex items-baseline gap-3 text-sm">
              <span className="min-w-0 flex-1">{labels[at] ?? measureName(measure)}</span>
              <span className="tabular font-semibold text-2xl tracking-tight">
                <FigureLink row={total} at={at}>
                  {figureText(measure, figure.value)}
                </FigureLink>
              </span>
            </li>
          )
        const count = figureText({ name: "count" }, figure.n)
        return (
          <BarRow
            key={printSummaryMeasure(measure)}
            name={labels[at] ?? slots.conditionText(measure.condition)}
            share={Number(figure.value)}
            note={t("ofAll", { share: figureText(measure, figure.value), all: total.n })}
          >
            <FigureLink row={total} at={at}>
              {count}
            </FigureLink>
          </BarRow>
        )
      })}
    </ul>
  )
}

const ofGroup = ({ keys }: SummaryRow) => keys[0] ?? -1

/** The distinct groups, by name. */
function useNamedGroups({ rows }: SummarizedAnswers, first: SummaryGroups) {
  const keyName = useKeyName(first)
  return rows.flatMap((row) => {
    const key = first.keys[ofGroup(row)]
    return key === undefined || key.kind === "other" ? [] : [{ row, name: keyName(key) }]
  })
}

function Bars({ answer, first }: GroupedProps) {
  const { query } = useSummary()
  const groups = useNamedGroups(answer, first)
  const figureText = useFigureText()
  const [measure] = query.measures
  const high = Math.max(...groups.map(({ row }) => figureNumber(row, 0) ?? 0))
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {groups.map(({ row, name }) => (
        <BarRow key={ofGroup(row)} name={name} share={(figureNumber(row, 0) ?? 0) / (high || 1)}>
          <FigureLink row={row} at={0}>
            {figureText(measure, row.figures[0]?.value ?? null)}
          </FigureLink>
        </BarRow>
      ))}
      <Rest answer={answer} first={first} />
    </ul>
  )
}

/** The merged remaining groups as one line; only counts can be summed. */
function Rest({ answer: { rows }, first }: GroupedProps) {
  const { query } = useSummary()
  const t = useTranslations("insights")
  const figureText = useFigureText()
  return rows.map((row) => {
    const key = first.keys[ofGroup(row)]
    if (key?.kind !== "other") return null
    return (
      <li key="rest" className="flex gap-3 text-ink-muted text-sm">
        <span className="flex-1">{t("rest", { members: key.members })}</span>
        {query.measures[0].name === "count" ? (
          <span className="tabular">
            {figureText(query.measures[0], row.figures[0]?.value ?? null)}
          </span>
        ) : null}
      </li>
    )
  })
}

/** Groups with all their figures. */
function Figures({ answer, first, labels }: GroupedProps & LabelledProps) {
  const { query } = useSummary()
  const groups = useNamedGroups(answer, first)
  const t = useTranslations("insights")
  const figureText = useRowFigureText()
  const formatter = useFormatter()
  const dayText = (row: SummaryRow, at: number) => {
    const value = row.figures[at]?.value
    return typeof value === "string"
      ? formatter.dateTime(new Date(value), { dateStyle: "medium" })
      : figureText(row, at)
  }
  const measureName = ({ name }: SummaryMeasure) => t(`measures.${name}`)
  const rest = first.keys.find((key) => key.kind === "other")
  return (
    <>
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th className="sr-only" scope="col">
              {t("name")}
            </th>
            {query.measures.map((measure, at) => (
              <th
                key={printSummaryMeasure(measure)}
                scope="col"
                className="pb-1 pl-3 text-right align-bottom font-normal text-ink-faint text-xs"
              >
                {labels[at] ?? measureName(measure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ row, name }) => (
            <tr key={ofGroup(row)} className="border-t">
              <th scope="row" title={name} className="w-full py-1.5 text-left font-normal">
                <span className="wrap-anywhere line-clamp-2 min-w-20">{name}</span>
              </th>
              {query.measures.map((measure, at) => (
                <td
                  key={printSummaryMeasure(measure)}
                  className="tabular whitespace-nowrap py-1.5 pl-3 text-right"
                >
                  <FigureLink row={row} at={at}>
                    {dayText(row, at)}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex justify-between gap-3 border-t pt-1.5 text-sm tabular">
        <span className="text-ink-muted">{rest ? t("rest", { members: rest.members }) : null}</span>
        <AllRows answer={answer} />
      </p>
    </>
  )
}

const monthFormat = { month: "short", year: "numeric" } as const

/** A figure over time: its last complete bucket, and a sparkline. */
function Course({ answer, first }: GroupedProps) {
  const { query } = useSummary()
  const keyName = useKeyName(first)
  const figureText = useFigureText()
  const measureLabel = useMeasureLabel()
  const t = useTranslations("insights")
  const format = useFormatter()
  const [measure] = query.measures
  const edges = bucketEdgesOf(first)
  if (!edges) return null
  const label = measureLabel(measure)
  const nothing = measure.name === "count" ? 0 : null
  const line = lineOfRows(
    { edges, first, at: 0, nothing },
    { key: "all", label, position: 0 },
    answer.rows,
  )
  const last = line.values.findLastIndex((value, at) => value !== null && !line.partial.has(at))
  const [start, end] = [edges[last], edges[last + 1]]
  if (start === undefined) return null
  const row = answer.rows.find((each) => {
    const key = first.keys[ofGroup(each)]
    return key?.kind === "bucket" && Date.parse(key.from) === start
  })
  const text = figureText(measure, line.values[last] ?? null)
  const known = line.values.filter((value) => value !== null)
  const bucket = {
    kind: "bucket",
    from: new Date(start).toISOString(),
    to: end === undefined ? null : new Date(end).toISOString(),
  } as const
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tabular tracking-tight">
          {row ? (
            <FigureLink row={row} at={0}>
              {text}
            </FigureLink>
          ) : (
            text
          )}
        </span>
        <span className="text-ink-muted text-xs">{keyName(bucket)}</span>
      </p>
      <Sparkline
        className="h-24"
        values={line.values}
        states={line.states}
        partial={[...line.partial]}
        label={label}
      />
      <p className="flex justify-between gap-3 text-ink-faint text-xs tabular">
        <span>{format.dateTime(new Date(edges[0] ?? start), monthFormat)}</span>
        <span>
          {t("between", {
            low: figureText(measure, Math.min(...known)),
            high: figureText(measure, Math.max(...known)),
          })}
        </span>
        <span>{format.dateTime(new Date(start), monthFormat)}</span>
      </p>
    </div>
  )
}

const drawn = { bars: Bars, table: Figures, course: Course } as const

interface SummaryFiguresProps extends LabelledProps {
  readonly kind: InsightKind
}

/** A summary's figures in the style of an insight, each linked to its rows. */
export function SummaryFigures({ answer, kind, labels }: SummaryFiguresProps) {
  const t = useTranslations("insights")
  const [first] = answer.groups
  if (answer.total.n === 0) return <p className="text-ink-muted text-sm">{t("empty")}</p>
  if (kind === "shares" || !first) return <Shares answer={answer} labels={labels} />
  const Drawn = drawn[kind]
  return <Drawn answer={answer} first={first} labels={labels} />
}
