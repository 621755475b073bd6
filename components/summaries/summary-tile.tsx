import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { createContext, type ReactNode, useContext, useId } from "react"
import { useFormatter, useTranslations } from "use-intl"
import {
  defaultSummaryQuery,
  printSummaryMeasure,
  type SummaryGroups,
  type SummaryMeasure,
  type SummaryRow,
} from "@/lib/catalogue"
import {
  copiedListsOptions,
  coverageRefreshMs,
  drillHref,
  type InsightKind,
  summaryHref,
  summaryOptions,
} from "@/lib/client"
import type { SummarizedAnswers } from "@/lib/contract"
import { Sparkline } from "../charts/sparkline"
import { Card } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { useFigureText, useKeyName, useMeasureLabel, useSummary } from "./summary-context"
import { bucketEdgesOf, figureNumber, lineOfRows } from "./summary-lines"
import { drillOf } from "./summary-table"

/** The groups of a summary to which a tile of some of them leads. */
const { top } = defaultSummaryQuery
/** What a tile calls its figures, in their order, where that is shorter than what they are. */
const LabelsContext = createContext<readonly string[]>([])

interface AnswerProps {
  readonly answer: SummarizedAnswers
}

interface DrillProps {
  readonly row: SummaryRow
  readonly at: number
  readonly children: ReactNode
}

/** A figure that leads to the rows that it counts, where their report can show just these. */
function Drill({ row, at, children }: DrillProps) {
  const { operation, summary } = useSummary()
  const t = useTranslations("summaries")
  const figure = row.figures[at]
  const drill = figure ? drillOf(row, figure) : null
  if (!figure || drill === null) return <>{children}</>
  return (
    <Link
      href={drillHref(operation, drill, summary.view)}
      prefetch={false}
      title={t("openRows", { count: figure.n })}
      className="relative -my-1 rounded-sm py-1 text-accent-ink hover:underline"
    >
      {children}
    </Link>
  )
}

const percent = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`

function Bar({ share }: { readonly share: number }) {
  return (
    <span className="mt-1 block h-1.5 rounded-xs bg-sunken" aria-hidden="true">
      <span className="block h-full rounded-xs bg-(--series-1)" style={{ width: percent(share) }} />
    </span>
  )
}

interface BarRowProps {
  readonly name: string
  readonly share: number
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A name, what is counted of it, and how much that is beside the others. */
function BarRow({ name, share, note, children }: BarRowProps) {
  return (
    <li className="text-sm">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {note ? <span className="shrink-0 text-ink-faint text-xs tabular">{note}</span> : null}
        <span className="shrink-0 tabular font-medium">{children}</span>
      </span>
      <Bar share={share} />
    </li>
  )
}

/** Each share as a row: how many rows meet its condition, of how many. */
function Shares({ answer: { total } }: AnswerProps) {
  const { query, slots } = useSummary()
  const labels = useContext(LabelsContext)
  const t = useTranslations("insights")
  const figureText = useFigureText()
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {query.measures.map((measure, at) => {
        const figure = total.figures[at]
        if (!figure || measure.name !== "share") return null
        const count = figureText({ name: "count" }, figure.n)
        return (
          <BarRow
            key={printSummaryMeasure(measure)}
            name={labels[at] ?? slots.conditionText(measure.condition)}
            share={Number(figure.value)}
            note={t("ofAll", { share: figureText(measure, figure.value), all: total.n })}
          >
            <Drill row={total} at={at}>
              {count}
            </Drill>
          </BarRow>
        )
      })}
    </ul>
  )
}

const ofGroup = ({ keys }: SummaryRow) => keys[0] ?? -1

/** Groups with one figure, as bars. */
function Bars({ answer, first }: AnswerProps & { readonly first: SummaryGroups }) {
  const { query } = useSummary()
  const keyName = useKeyName(first)
  const figureText = useFigureText()
  const [measure] = query.measures
  const rows = answer.rows.filter((row) => first.keys[ofGroup(row)]?.kind !== "other")
  const high = Math.max(...rows.map((row) => figureNumber(row, 0) ?? 0))
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {rows.map((row) => (
        <BarRow
          key={ofGroup(row)}
          name={keyName(first.keys[ofGroup(row)])}
          share={(figureNumber(row, 0) ?? 0) / (high || 1)}
        >
          <Drill row={row} at={0}>
            {figureText(measure, row.figures[0]?.value ?? null)}
          </Drill>
        </BarRow>
      ))}
    </ul>
  )
}

/** Groups with all their figures beside them. */
function Figures({ answer, first }: AnswerProps & { readonly first: SummaryGroups }) {
  const { query } = useSummary()
  const labels = useContext(LabelsContext)
  const t = useTranslations("insights")
  const keyName = useKeyName(first)
  const figureText = useFigureText()
  const formatter = useFormatter()
  const dayText = (measure: SummaryMeasure, value: number | string | null) =>
    typeof value === "string"
      ? formatter.dateTime(new Date(value), { dateStyle: "medium" })
      : figureText(measure, value)
  const measureName = ({ name }: SummaryMeasure) => t(`measures.${name}`)
  const rows = answer.rows.filter((row) => first.keys[ofGroup(row)]?.kind !== "other")
  return (
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
              className="pb-1 pl-3 text-right font-normal text-ink-faint text-xs"
            >
              {labels[at] ?? measureName(measure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = keyName(first.keys[ofGroup(row)])
          return (
            <tr key={ofGroup(row)} className="border-t">
              <th
                scope="row"
                title={name}
                className="w-full max-w-0 truncate py-1.5 text-left font-normal"
              >
                {name}
              </th>
              {query.measures.map((measure, at) => (
                <td
                  key={printSummaryMeasure(measure)}
                  className="tabular whitespace-nowrap py-1.5 pl-3 text-right"
                >
                  <Drill row={row} at={at}>
                    {dayText(measure, row.figures[at]?.value ?? null)}
                  </Drill>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** One figure over time: its last whole bucket, and its course. */
function Course({ answer, first }: AnswerProps & { readonly first: SummaryGroups }) {
  const { query } = useSummary()
  const keyName = useKeyName(first)
  const figureText = useFigureText()
  const measureLabel = useMeasureLabel()
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
  const start = edges[last]
  const row = answer.rows.find((each) => {
    const key = first.keys[ofGroup(each)]
    return key?.kind === "bucket" && Date.parse(key.from) === start
  })
  if (!row) return null
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tabular tracking-tight">
          <Drill row={row} at={0}>
            {figureText(measure, line.values[last] ?? null)}
          </Drill>
        </span>
        <span className="text-ink-muted text-xs">{keyName(first.keys[ofGroup(row)])}</span>
      </p>
      <Sparkline
        className="h-24"
        values={line.values}
        states={line.states}
        partial={[...line.partial]}
        label={label}
      />
    </div>
  )
}

const drawn = { bars: Bars, table: Figures, course: Course } as const

function Answer({ answer, kind }: AnswerProps & { readonly kind: InsightKind }) {
  const t = useTranslations("insights")
  const [first] = answer.groups
  if (answer.total.n === 0) return <p className="text-ink-muted text-sm">{t("empty")}</p>
  if (kind === "shares" || !first) return <Shares answer={answer} />
  const Drawn = drawn[kind]
  return <Drawn answer={answer} first={first} />
}

function Waiting() {
  return (
    <div className="grid gap-4 py-1" aria-hidden="true">
      {[88, 72, 64, 48].map((width) => (
        <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

/** Of when a tile's figures are, and of how much where not all is copied. */
function Foot({ answer }: AnswerProps) {
  const { format } = useSummary().slots
  const t = useTranslations("summaries")
  const { asOf, coverage } = answer
  return (
    <p className="mt-auto pt-1 text-ink-faint text-xs tabular">
      <time dateTime={asOf} title={asOf}>
        {t("asOf", { time: format.moment(asOf) ?? asOf })}
      </time>
      {coverage.whole < coverage.lists ? ` · ${t("coverage", coverage)}` : null}
    </p>
  )
}

interface SummaryTileProps {
  readonly kind: InsightKind
  readonly title: string
  /** What is counted, and how. */
  readonly note: string
  /** What its figures are called, in their order. */
  readonly labels: readonly string[]
}

/** The summary around it as one tile: its figures lead to their rows, its title to all of the summary. */
export function SummaryTile({ kind, title, note, labels }: SummaryTileProps) {
  const { operation, summary, query } = useSummary()
  const t = useTranslations("insights")
  const id = useId()
  const copied = useQuery(copiedListsOptions())
  const isCopied = copied.data?.lists.some(
    ({ list, asOf }) => list === operation.wholeOf && asOf !== null,
  )
  const summarized = useQuery({
    ...summaryOptions(operation, query),
    enabled: isCopied === true,
    refetchInterval: ({ state }) =>
      state.data && state.data.coverage.whole < state.data.coverage.lists
        ? coverageRefreshMs
        : false,
  })
  const { data } = summarized
  const { error, refetch } = isCopied === undefined ? copied : summarized
  const isMissing = !data && isCopied === false
  return (
    <Card aria-labelledby={id} className="flex h-full flex-col gap-4 p-4">
      <div>
        <h2 id={id} className="font-medium">
          <Link
            href={summaryHref(operation, { ...summary, question: { ...summary.question, top } })}
            prefetch={false}
            className="rounded-sm hover:text-accent-ink hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 text-ink-muted text-xs">{note}</p>
      </div>
      {data ? (
        <LabelsContext value={labels}>
          <Answer answer={data} kind={kind} />
        </LabelsContext>
      ) : null}
      {data ? <Foot answer={data} /> : null}
      {isMissing ? <p className="text-ink-muted text-sm">{t("notCopied")}</p> : null}
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error || isMissing ? null : <Waiting />}
    </Card>
  )
}
