import { useFormatter, useTranslations } from "use-intl"
import type { CopiesOverview } from "@/lib/client"
import { Card, CardBody, CardHead } from "../ui/card"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"

/** Operation titles by id. */
export interface OperationTitles {
  readonly [operation: string]: string
}

interface RequestHistoryProps {
  readonly days: CopiesOverview["days"]
}

const sumOf = (calls: CopiesOverview["days"][number]["calls"]) =>
  Object.values(calls).reduce((sum, count) => sum + count, 0)

/**
 * The requests of copies on each of the last days, as bars and a table; the table above has those
 * of each operation in 24 hours.
 */
export function RequestHistory({ days }: RequestHistoryProps) {
  const t = useTranslations("settings.copies.history")
  const format = useFormatter()
  const dayOf = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    })
  const known = days.map(({ day, calls }) => ({ day: dayOf(day), all: sumOf(calls) }))
  return (
    <Card>
      <CardHead title={t("title")} note={t("note")} />
      {known.every(({ all }) => all === 0) ? (
        <CardBody className="text-ink-muted">{t("none")}</CardBody>
      ) : (
        <>
          <CardBody>
            <DayBars days={known} />
          </CardBody>
          <div className="max-h-96 overflow-y-auto border-t">
            <Table label={t("title")}>
              <TableHead>
                <tr>
                  <TableHeaderCell className="pl-4">{t("day")}</TableHeaderCell>
                  <TableHeaderCell className="text-right">{t("all")}</TableHeaderCell>
                </tr>
              </TableHead>
              <tbody>
                {known.toReversed().map(({ day, all }) => (
                  <TableRow key={day}>
                    <TableCell className="whitespace-nowrap pl-4">{day}</TableCell>
                    <TableCell className="text-right font-medium tabular">
                      {format.number(all)}
                    </TableCell>
                  </TableRow>
                ))}
              </tbody>
            </Table>
          </div>
        </>
      )}
    </Card>
  )
}

interface DayBarsProps {
  readonly days: readonly { readonly day: string; readonly all: number }[]
}

/** Hidden from screen readers, because the table below has the same numbers. */
function DayBars({ days }: DayBarsProps) {
  const t = useTranslations("settings.copies.history")
  const max = Math.max(1, ...days.map(({ all }) => all))
  return (
    <div className="max-w-2xl" aria-hidden="true">
      <div className="flex h-20 items-end gap-1 border-b">
        {days.map(({ day, all }) => (
          <div
            key={day}
            title={t("bar", { day, count: all })}
            className="min-h-px flex-1 rounded-t-sm bg-accent"
            style={{ height: `${(100 * all) / max}%` }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-ink-muted text-xs tabular">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
    </div>
  )
}
