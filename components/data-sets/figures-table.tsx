import Link from "next/link"
import { type ReactNode, useState } from "react"
import { useFormatter, useLocale, useTimeZone, useTranslations } from "use-intl"
import { startOfDay } from "@/lib/catalogue"
import { changeOf, type DataSetGoal, type Delta, type MonthFigures } from "@/lib/client"
import { Sparkline } from "../charts/sparkline"
import { Badge } from "../ui/badge"
import { Skeleton } from "../ui/skeleton"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useValueFormat } from "../ui/value-format"
import {
  distanceTo,
  type FiguresColumn,
  type FiguresRow,
  type FiguresSort,
  sortFigures,
} from "./figures"

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
  const head = (column: FiguresColumn, text: string) => (
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
