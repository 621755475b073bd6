"use client"

import Link from "next/link"
import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useFieldLabel } from "../ui/use-field-label"
import { KnownName } from "./known-name"
import { ListProblem } from "./list-problem"
import { textAt } from "./read-field"
import type { KnownList } from "./related-reports"
import { type FirstPage, useFirstPage } from "./use-first-page"

const shownRows = 8

/** The platform's order has rows without a time first. */
const unseenLast = (rows: readonly Row[]): Row[] => {
  const isUnseen = (row: Row) => Number(textAt(row, "dateViewed") === undefined)
  return rows.toSorted((one, other) => isUnseen(one) - isUnseen(other))
}

/** Who saw a post and who swiped it away as read, separately (specification 2.15), newest first. */
export function PostViews({ list }: { list: KnownList }) {
  const t = useTranslations("records")
  const parameters = list.paths[0]?.parameters ?? {}
  const page = useFirstPage(list.operation, parameters)
  return (
    <Card aria-label={t("views.title")}>
      <CardHead title={t("views.title")} note={<Summary page={page} />}>
        <Link
          href={list.href}
          prefetch={false}
          className="text-accent-ink text-xs underline-offset-2 hover:underline"
        >
          {t("views.all")}
        </Link>
      </CardHead>
      {page.rows.length > 0 ? <ViewTable rows={page.rows} /> : null}
      {page.rows.length > shownRows ? (
        <p className="border-t px-4 py-2 text-ink-faint text-xs">
          {t("views.first", { count: shownRows })}
        </p>
      ) : null}
      {page.rows.length === 0 ? (
        <CardBody>
          <NoViews list={list} page={page} />
        </CardBody>
      ) : null}
    </Card>
  )
}

/** The number of views and swipes in the loaded rows; a total only if all are loaded. */
function Summary({ page: { rows, hasMore } }: { page: FirstPage }) {
  const t = useTranslations("records")
  if (rows.length === 0) return null
  const counts = {
    seen: rows.filter((row) => textAt(row, "dateViewed")).length,
    swiped: rows.filter((row) => textAt(row, "dateSwiped")).length,
    count: rows.length,
  }
  return t(hasMore ? "views.summaryOfSome" : "views.summary", counts)
}

function NoViews({ list, page }: { list: KnownList; page: FirstPage }) {
  const t = useTranslations("records")
  if (page.problem)
    return <ListProblem operation={list.operation} problem={page.problem} onRetry={page.retry} />
  if (!page.isLoading) return <p className="text-ink-muted">{t("views.none")}</p>
  return (
    <div className="space-y-3">
      <QuotaWait variant="line" className="text-ink-muted text-xs" />
      {["w-3/4", "w-2/3", "w-4/5", "w-1/2"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  )
}

const times = ["dateViewed", "dateSwiped"] as const

function ViewTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations("records")
  const labelOf = useFieldLabel()
  return (
    <Table label={t("views.table")}>
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4">{labelOf("reader")}</TableHeaderCell>
          {times.map((time) => (
            <TableHeaderCell key={time}>{t(`views.${time}`)}</TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <tbody>
        {unseenLast(rows)
          .slice(0, shownRows)
          .map((row, index) => (
            <TableRow key={textAt(row, "id") ?? index}>
              <TableCell className="pl-4">
                <KnownName id={textAt(row, "userId") ?? ""} of="user" />
              </TableCell>
              {times.map((time) => (
                <TableCell key={time} className="sm:whitespace-nowrap">
                  <When time={textAt(row, time)} absent={t(`views.not.${time}`)} />
                </TableCell>
              ))}
            </TableRow>
          ))}
      </tbody>
    </Table>
  )
}

function When({ time, absent }: { time: string | undefined; absent: string }) {
  if (time === undefined) return <span className="text-ink-faint">{absent}</span>
  return <DateTime value={time} />
}
