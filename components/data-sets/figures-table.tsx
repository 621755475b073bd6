import { useQueries } from "@tanstack/react-query"
import Link from "next/link"
import { type ReactNode, useState } from "react"
import { useFormatter, useLocale, useTimeZone, useTranslations } from "use-intl"
import {
  type ListOperation,
  type Measure,
  type RangeSeries,
  type SeriesAnswer,
  type SeriesQuery,
  startOfDay,
} from "@/lib/catalogue"
import {
  changeOf,
  type DataSetGoal,
  type Delta,
  findCopy,
  type MonthFigures,
  manySeriesOptions,
  monthFigures,
  monthQuery,
  monthsQuery,
  type SyncStatus,
  type TargetDelta,
} from "@/lib/client"
import { Sparkline } from "../charts/sparkline"
import { Badge } from "../ui/badge"
import { Skeleton } from "../ui/skeleton"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useValueFormat } from "../ui/value-format"
import { type NamedDataSet, pointsOf } from "./listed-copy"

/** A data set with what it is measured by. */
export interface MeasuredDataSet extends NamedDataSet {
  readonly goal: DataSetGoal
}

/** A data set's figures as the table has them; undefined while they are on their way. */
export interface FiguresRow {
  readonly dataSet: MeasuredDataSet
  readonly figures: MonthFigures | undefined
  /** Up to which moment it has data, in milliseconds since 1970; null where it has none. */
  readonly until: number | null
  readonly course: RangeSeries | undefined
}

/** How far a value is from its target, as a share of that. */
const distanceTo = (target: TargetDelta | undefined): number | undefined =>
  target && changeOf({ value: target.value, before: target.target })

const keys = {
  name: () => null,
  value: ({ figures }: FiguresRow) => figures?.value ?? null,
  change: ({ figures }: FiguresRow) => figures?.change && changeOf(figures.change),
  yearChange: ({ figures }: FiguresRow) => figures?.yearChange && changeOf(figures.yearChange),
  target: ({ figures }: FiguresRow) => distanceTo(figures?.target),
  dataTo: ({ until }: FiguresRow) => until,
} as const satisfies Record<string, (row: FiguresRow) => number | null | undefined>

type Column = keyof typeof keys

/** How the rows are ordered. */
export interface FiguresSort {
  readonly column: Column
  readonly isDescending: boolean
}

/** Rows in the order of a column; those without a figure come last either way, in the order of their names. */
export function sortFigures(
  rows: readonly FiguresRow[],
  { column, isDescending }: FiguresSort,
  locale: string,
): FiguresRow[] {
  const sign = isDescending ? -1 : 1
  const byName = (one: FiguresRow, other: FiguresRow) =>
    one.dataSet.name.localeCompare(other.dataSet.name, locale)
  return rows.toSorted((one, other) => {
    if (column === "name") return sign * byName(one, other)
    const [first, second] = [keys[column](one) ?? null, keys[column](other) ?? null]
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byName(one, other)
    return sign * (first - second) || byName(one, other)
  })
}

/** The answers to a question about each data set by its id, each with its own measure. */
function useAnswers(
  operation: ListOperation,
  dataSets: readonly MeasuredDataSet[],
  version: string,
  queryOf: (measure: Measure) => SeriesQuery,
): ReadonlyMap<string, SeriesAnswer> {
  const measured = [...new Set(dataSets.map(({ goal }) => goal.measure))]
  const found = useQueries({
    queries: measured.map((measure) => {
      const ids = dataSets.flatMap(({ id, goal }) => (goal.measure === measure ? [id] : []))
      return manySeriesOptions(operation, ids, queryOf(measure), version)
    }),
  })
  return new Map(
    found.flatMap(({ data = [] }) =>
      data.flatMap((each) => ("answer" in each ? [[each.dataSetId, each.answer] as const] : [])),
    ),
  )
}

/** The figures of those data sets that are copied, in their order. */
export function useFigures(
  operation: ListOperation,
  all: readonly MeasuredDataSet[],
  copies: readonly SyncStatus[],
): readonly FiguresRow[] {
  const zone = useTimeZone() ?? "UTC"
  const now = Date.now()
  const copied = all.flatMap((dataSet) => {
    const copy = findCopy(copies, pointsOf(dataSet.id))
    return copy?.isComplete ? [{ dataSet, copy }] : []
  })
  const dataSets = copied.map(({ dataSet }) => dataSet)
  const version = copied.map(({ copy }) => copy.syncedUntil ?? "").join()
  const months = useAnswers(operation, dataSets, version, (measure) => monthQuery(measure, zone))
  const courses = useAnswers(operation, dataSets, version, (measure) =>
    monthsQuery(measure, zone, now),
  )
  return dataSets.map((dataSet) => {
    const [answer, course] = [months.get(dataSet.id), courses.get(dataSet.id)]
    return {
      dataSet,
      figures: answer && monthFigures(answer, course, dataSet.goal.targets),
      until: answer?.dataEnd.until ?? null,
      course: course?.ranges[0],
    }
  })
}

/** Rows that somebody should look at first: those below their target, the farthest first, then the largest changes. */
export function pressingFigures(rows: readonly FiguresRow[]): FiguresRow[] {
  const below = (row: FiguresRow) => Math.min(0, keys.target(row) ?? 0)
  const change = (row: FiguresRow) => Math.abs(keys.change(row) ?? 0)
  return rows.toSorted((one, other) => below(one) - below(other) || change(other) - change(one))
}

interface FiguresTableProps {
  readonly rows: readonly FiguresRow[]
  /** They are in an order of their own, until somebody chooses another. */
  readonly isOrdered?: boolean
}

const byName: FiguresSort = { column: "name", isDescending: false }

/** The last complete month of each data set, beside the month before, the year before and its target. */
export function FiguresTable({ rows, isOrdered = false }: FiguresTableProps) {
  const t = useTranslations("dataSets.table")
  const locale = useLocale()
  const [sort, setSort] = useState(isOrdered ? undefined : byName)
  const head = (column: Column, text: string) => (
    <SortHeaderCell
      sorted={
        sort?.column === column ? (sort.isDescending ? "descending" : "ascending") : undefined
      }
      isText={column === "name"}
      onSort={(isDescending) => setSort({ column, isDescending })}
    >
      {text}
    </SortHeaderCell>
  )
  return (
    <Table label={t("label")} className="cards">
      <TableHead>
        <TableRow>
          {head("name", t("name"))}
          {head("value", t("value"))}
          {head("change", t("change"))}
          {head("yearChange", t("yearChange"))}
          {head("target", t("target"))}
          <TableHeaderCell>{t("course")}</TableHeaderCell>
          {head("dataTo", t("dataTo"))}
        </TableRow>
      </TableHead>
      <tbody>
        {(sort ? sortFigures(rows, sort, locale) : rows).map((row) => (
          <FiguresTableRow key={row.dataSet.id} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

function FiguresTableRow({ row }: { readonly row: FiguresRow }) {
  const { dataSet, figures, until, course } = row
  const t = useTranslations("dataSets.table")
  const format = useFormatter()
  const zone = useTimeZone() ?? "UTC"
  const { id, name, unit, goal } = dataSet
  const line = course?.lines[0]
  return (
    <TableRow>
      <TableHeaderCell scope="row" className="pl-4 text-ink text-sm">
        <Link
          href={`/figures/${id}`}
          prefetch={false}
          className="rounded-sm hover:text-accent-ink hover:underline"
        >
          {name}
        </Link>
      </TableHeaderCell>
      <TableCell data-label={t("value")} className="tabular whitespace-nowrap text-right">
        {figures ? (
          <MonthValue figures={figures} unit={unit} goal={goal} />
        ) : (
          <Skeleton className="ml-auto w-24" />
        )}
      </TableCell>
      <ChangeCell label={t("change")} delta={figures?.change} />
      <ChangeCell label={t("yearChange")} delta={figures?.yearChange} />
      <TableCell data-label={t("target")} className="whitespace-nowrap text-right">
        {figures ? <TargetState {...figures} /> : null}
      </TableCell>
      <TableCell data-label={t("course")} className="w-40 min-w-28">
        {course && line ? (
          <Sparkline
            className="h-6"
            values={line.values}
            states={line.states}
            partial={course.partial}
            label={t("courseOf", { name })}
          />
        ) : null}
      </TableCell>
      <TableCell data-label={t("dataTo")} className="tabular whitespace-nowrap pr-4 text-right">
        {until === null
          ? t("none")
          : format.dateTime(new Date(until - 1), {
              day: "numeric",
              month: "short",
              year: "numeric",
              timeZone: zone,
            })}
      </TableCell>
    </TableRow>
  )
}

interface MonthValueProps {
  readonly figures: MonthFigures
  readonly unit: string | undefined
  readonly goal: DataSetGoal
}

/** A month's value with its unit, what is computed and of which month. */
function MonthValue({ figures, unit, goal }: MonthValueProps) {
  const t = useTranslations("dataSets.table")
  const format = useFormatter()
  const zone = useTimeZone() ?? "UTC"
  const { exact } = useValueFormat("")
  const { value, lack, month } = figures
  const of = format.dateTime(new Date(startOfDay(month, zone)), {
    month: "short",
    year: "numeric",
    timeZone: zone,
  })
  return (
    <>
      {value === null ? (
        <Faint>{t(lack ? `lack.${lack}` : "lack.missing")}</Faint>
      ) : (
        <>
          <span className="font-medium">{exact(value)}</span>
          {unit && goal.measure !== "count" ? (
            <span className="text-ink-muted text-xs"> {unit}</span>
          ) : null}
        </>
      )}
      <span className="block text-ink-faint text-xs">
        {t("of", { measure: goal.measure, month: of })}
        {lack === "part" ? ` · ${t("lack.part")}` : ""}
      </span>
    </>
  )
}

const Faint = ({ children }: { readonly children: ReactNode }) => (
  <span className="text-ink-faint text-xs">{children}</span>
)

interface ChangeCellProps {
  readonly label: string
  readonly delta: Delta | undefined
}

/** By how much a month differs from another, with the other at hand. */
function ChangeCell({ label, delta }: ChangeCellProps) {
  const t = useTranslations("dataSets.table")
  const { exact, percent } = useValueFormat("")
  const share = delta && changeOf(delta)
  return (
    <TableCell
      data-label={label}
      className="tabular whitespace-nowrap text-right"
      title={delta && exact(delta.before)}
    >
      {share === undefined ? (
        <Faint>{t("none")}</Faint>
      ) : (
        <>
          <span aria-hidden="true" className="text-ink-muted text-xs">
            {share === 0 ? "" : share > 0 ? "▲ " : "▼ "}
          </span>
          {percent(share)}
        </>
      )}
    </TableCell>
  )
}

/** Whether a month's value reaches its target, and how far it is from it. */
function TargetState({ target }: MonthFigures) {
  const t = useTranslations("dataSets.table")
  const format = useFormatter()
  const { exact } = useValueFormat("")
  if (!target) return <Faint>{t("noTarget")}</Faint>
  const share = distanceTo(target)
  const isReached = target.value >= target.target
  const missing = format.number(-(share ?? 0), { style: "percent", maximumFractionDigits: 1 })
  return (
    <span title={t("due", { value: exact(target.target) })}>
      <Badge tone={isReached ? "positive" : "caution"}>
        {isReached
          ? t("reached")
          : t("below", {
              share: share === undefined ? exact(target.target - target.value) : missing,
            })}
      </Badge>
    </span>
  )
}
