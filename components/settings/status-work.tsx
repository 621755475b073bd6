import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { DashboardStatus } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { cn } from "../ui/class-names"
import { DateTime } from "../ui/date-time"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useCodeText } from "../ui/use-code-text"
import type { OperationTitles } from "./request-history"
import { UnreadNote } from "./unread-note"

interface WorkCardProps {
  readonly title: string
  readonly note: string
  /** The number of rows; null if it could not be read. */
  readonly rows: number | null
  readonly head: ReactNode
  readonly children: ReactNode
}

function WorkCard({ title, note, rows, head, children }: WorkCardProps) {
  const t = useTranslations("settings.status")
  return (
    <Card aria-label={title}>
      <CardHead title={title} note={note} />
      {rows === null ? <UnreadNote /> : null}
      {rows === 0 ? <p className="p-4 text-ink-muted">{t("none")}</p> : null}
      {rows ? (
        <Table label={title}>
          <TableHead>
            <tr>{head}</tr>
          </TableHead>
          <tbody>{children}</tbody>
        </Table>
      ) : null}
    </Card>
  )
}

const figure = "whitespace-nowrap text-right tabular"

interface JobsTableProps {
  readonly jobs: DashboardStatus["jobs"]
  readonly instances: DashboardStatus["instances"]
}

/** The jobs of each instance. */
export function JobsTable({ jobs, instances }: JobsTableProps) {
  const t = useTranslations("settings.status.jobs")
  const status = useTranslations("settings.status")
  const nameOf = (id: string | null) =>
    instances?.find((instance) => instance.id === id)?.name ?? t("unknown")
  return (
    <WorkCard
      title={t("title")}
      note={t("note")}
      rows={jobs?.length ?? null}
      head={
        <>
          <TableHeaderCell className="pl-4">{t("kind")}</TableHeaderCell>
          <TableHeaderCell>{t("instance")}</TableHeaderCell>
          <TableHeaderCell className={figure}>{t("count")}</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right max-sm:hidden">{t("left")}</TableHeaderCell>
        </>
      }
    >
      {jobs?.map(({ kind, instance, jobs: count, leftSeconds }) => (
        <TableRow key={`${kind} ${instance ?? leftSeconds}`}>
          <TableCell className="pl-4 font-medium">{t(kind)}</TableCell>
          <TableCell className="break-all">{nameOf(instance)}</TableCell>
          <TableCell className={figure}>{count}</TableCell>
          <TableCell className="pr-4 text-right tabular max-sm:hidden">
            {status("left", { seconds: leftSeconds })}
          </TableCell>
        </TableRow>
      ))}
    </WorkCard>
  )
}

interface ErrorsTableProps {
  readonly errors: DashboardStatus["errors"]
  readonly titles: OperationTitles
}

/** Recent failures by code. */
export function ErrorsTable({ errors, titles }: ErrorsTableProps) {
  const t = useTranslations("settings.status.errors")
  const format = useFormatter()
  const textOf = useCodeText()
  return (
    <WorkCard
      title={t("title")}
      note={t("note")}
      rows={errors.length}
      head={
        <>
          <TableHeaderCell className="pl-4">{t("code")}</TableHeaderCell>
          <TableHeaderCell>{t("operation")}</TableHeaderCell>
          <TableHeaderCell className={figure}>{t("count")}</TableHeaderCell>
          <TableHeaderCell className="pr-4 max-sm:hidden">{t("last")}</TableHeaderCell>
        </>
      }
    >
      {errors.map(({ code, operation, count, lastAt }) => (
        <TableRow key={`${code} ${operation}`}>
          <TableCell className="py-2 pl-4 align-top">
            {textOf(code)?.title ?? code}
            <span className="block text-ink-muted text-xs">{code}</span>
          </TableCell>
          <TableCell className="py-2 align-top">{titles[operation] ?? operation}</TableCell>
          <TableCell className={cn(figure, "py-2 align-top")}>{format.number(count)}</TableCell>
          <TableCell className="whitespace-nowrap py-2 pr-4 align-top max-sm:hidden">
            <DateTime value={lastAt} className="tabular" />
          </TableCell>
        </TableRow>
      ))}
    </WorkCard>
  )
}

interface StatementsTableProps {
  readonly statements: DashboardStatus["statements"]
}

/** The database's slowest statements, by their names in the program. */
export function StatementsTable({ statements }: StatementsTableProps) {
  const t = useTranslations("settings.status.statements")
  const status = useTranslations("settings.status")
  const format = useFormatter()
  return (
    <WorkCard
      title={t("title")}
      note={t("note")}
      rows={statements.length}
      head={
        <>
          <TableHeaderCell className="pl-4">{t("name")}</TableHeaderCell>
          <TableHeaderCell className={figure}>{t("max")}</TableHeaderCell>
          <TableHeaderCell className={cn(figure, "max-sm:hidden")}>{t("average")}</TableHeaderCell>
          <TableHeaderCell className={cn(figure, "max-sm:hidden")}>{t("calls")}</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right">{t("failed")}</TableHeaderCell>
        </>
      }
    >
      {statements.map(({ name, maxMs, averageMs, calls, failed }) => (
        <TableRow key={name}>
          <TableCell className="break-all pl-4 font-mono text-xs">{name}</TableCell>
          <TableCell className={figure}>{status("ms", { ms: maxMs })}</TableCell>
          <TableCell className={cn(figure, "max-sm:hidden")}>
            {status("ms", { ms: averageMs })}
          </TableCell>
          <TableCell className={cn(figure, "max-sm:hidden")}>{format.number(calls)}</TableCell>
          <TableCell className={cn("pr-4 text-right tabular", failed > 0 && "text-critical-ink")}>
            {format.number(failed)}
          </TableCell>
        </TableRow>
      ))}
    </WorkCard>
  )
}
