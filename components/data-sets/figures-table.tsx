import Link from "next/link"
import { type ReactNode, useState } from "react"
import { useFormatter, useLocale, useTimeZone, useTranslations } from "use-intl"
import { type Measure, startOfDay } from "@/lib/catalogue"
import { changeOf, type Delta, type MonthFigures } from "@/lib/client"
import { Sparkline } from "../charts/sparkline"
import { Skeleton } from "../ui/skeleton"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { TargetState } from "../ui/target-state"
import { useValueFormat } from "../ui/value-format"
import { type FiguresColumn, type FiguresRow, type FiguresSort, sortFigures } from "./figures"

interface FiguresTableProps {
  readonly rows: readonly FiguresRow[]
  /** The rows have an order of their own until the person sorts them. */
  readonly isOrdered?: boolean
}

const byName: FiguresSort = { column: "name", isDescending: false }

/**
 * The last complete month of each data set, compared with the previous month, the year before and
 * the target.
 */
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
  const { dataSet, figures, until, course, copied } = row
  const t = useTranslations("dataSets.table")
  const format = useFormatter()
  const zone = useTimeZone() ?? "UTC"
  const { id, name, unit, measure } = dataSet
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
          <MonthValue figures={figures} unit={unit} measure={measure} />
        ) : copied !== undefined ? (
          <Faint>{t("copied", { share: copied })}</Faint>
        ) : (
          <Skeleton className="ml-auto w-24" />
        )}
      </TableCell>
      <ChangeCell label={t("change")} delta={figures?.change} />
      <ChangeCell label={t("yearChange")} delta={figures?.yearChange} />
      <TableCell data-label={t("target")} className="whitespace-nowrap text-right">
        {figures ? <TargetCell row={row} figures={figures} /> : null}
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
  readonly measure: Measure
}

function MonthValue({ figures, unit, measure }: MonthValueProps) {
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
          {unit && measure !== "count" ? (
            <span className="text-ink-muted text-xs"> {unit}</span>
          ) : null}
        </>
      )}
      <span className="block text-ink-faint text-xs">
        {t("of", { measure, month: of })}
        {lack === "part" ? ` · ${t("lack.part")}` : ""}
      </span>
    </>
  )
}

const Small = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-ink-faint text-xs">{children}</span>
)

const Faint = ({ children }: { readonly children: ReactNode }) => (
  <span className="text-ink-faint text-xs">{children}</span>
)

interface ChangeCellProps {
  readonly label: string
  readonly delta: Delta | undefined
}

/** The change from another month, whose value is in the title. */
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
          {delta?.isPart ? <Small>{t("lack.part")}</Small> : null}
        </>
      )}
    </TableCell>
  )
}

interface TargetCellProps {
  readonly row: FiguresRow
  readonly figures: MonthFigures
}

/** The distance to the target, with a link to the departments that have one. */
function TargetCell({ row: { dataSet }, figures: { target, direction } }: TargetCellProps) {
  const t = useTranslations("dataSets.table")
  const state = target ? (
    <TargetState value={target.value} target={target.target} direction={direction} />
  ) : (
    <Faint>{t(dataSet.hasTargets ? "ofDepartments" : "noTarget")}</Faint>
  )
  if (!dataSet.hasTargets) return state
  return (
    <Link
      href={`/figures/${dataSet.id}/targets`}
      prefetch={false}
      aria-label={t("toTargets", { name: dataSet.name })}
      className="inline-flex min-h-6 items-center rounded-sm hover:underline"
    >
      {state}
    </Link>
  )
}
