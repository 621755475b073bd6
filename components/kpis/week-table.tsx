import { useTranslations } from "use-intl"
import { cellStates, type WeekPattern } from "@/lib/catalogue"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useValueFormat } from "../ui/value-format"
import { useExplorer } from "./explorer-context"
import { useWeekNames } from "./week-labels"

interface WeekProps {
  readonly pattern: WeekPattern
}

const days = [0, 1, 2, 3, 4, 5, 6]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The week in numbers: a row per hour and a column per weekday, or a row per weekday. */
export function WeekTable({ pattern }: WeekProps) {
  const t = useTranslations("kpis")
  const { setup, exploration } = useExplorer()
  const { exact } = useValueFormat("")
  const { weekdayName, hourName } = useWeekNames()
  const isHourly = pattern.by === "hour"
  const headings = isHourly
    ? days.map((day) => weekdayName(day, "short"))
    : [t(`measures.${exploration.question.measure}`), t("columns.points")]
  const rows = isHourly
    ? hours.map((hour) => ({
        name: hourName(hour),
        cells: days.map((day) => <WeekValue key={day} pattern={pattern} cell={24 * day + hour} />),
      }))
    : days.map((day) => ({
        name: weekdayName(day, "long"),
        cells: [
          <WeekValue key="value" pattern={pattern} cell={day} />,
          <TableCell key="points" className="tabular text-right">
            {exact(pattern.counts[day] ?? 0)}
          </TableCell>,
        ],
      }))
  return (
    <Table label={t("tableLabel", { name: setup.name })}>
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4">
            {t(isHourly ? "buckets.hour" : "pattern.weekday")}
          </TableHeaderCell>
          {headings.map((heading) => (
            <TableHeaderCell key={heading} className="text-right">
              {heading}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <TableRow key={name}>
            <th scope="row" className="tabular whitespace-nowrap px-4 py-1.5 text-left font-normal">
              {name}
            </th>
            {cells}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function WeekValue({ pattern, cell }: WeekProps & { readonly cell: number }) {
  const t = useTranslations("kpis.states")
  const { exact } = useValueFormat("")
  const value = pattern.values[cell] ?? null
  const state = cellStates[(pattern.states[cell] ?? "m") as keyof typeof cellStates]
  const reason = <span className="text-ink-faint text-xs">{t(state)}</span>
  return (
    <TableCell className="tabular whitespace-nowrap text-right">
      {value === null ? (
        reason
      ) : state === "part" ? (
        <>
          {reason} {exact(value)}
        </>
      ) : (
        exact(value)
      )}
    </TableCell>
  )
}
