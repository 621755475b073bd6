import { useInfiniteQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { dayAt, type SeriesCell, type SeriesRow } from "@/lib/catalogue"
import { emptyView, reportHref, seriesRowsOptions, seriesRowsUrl } from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { DateTime } from "../ui/date-time"
import { Sheet, SheetContent } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { useValueFormat } from "../ui/value-format"
import { AnswerProblem } from "./answer-problem"
import { cellFilters, countOf } from "./cell"
import { CellChanges } from "./cell-changes"
import { useExplorer } from "./explorer-context"
import { useBucketLabel, useDaysText, useGroupName, useIdNames } from "./labels"

/** The points behind a bucket and what changed in it, beside the chart. */
export function CellSheet() {
  const { setup, exploration, changeExploration, answer } = useExplorer()
  const { cell, changes, ...rest } = exploration
  const t = useTranslations("kpis.rows")
  const show = (tab: unknown) => {
    const against = tab === "changes" ? { changes: rest.question.ranges.length > 1 ? 1 : 0 } : {}
    changeExploration({ ...rest, ...(cell && { cell }), ...against }, { replace: true })
  }
  const groupText = useCellGroup()
  const cellText = useCellText()
  return (
    <Sheet
      modal={false}
      open={cell !== undefined}
      onOpenChange={(open) => {
        if (!open) changeExploration(rest)
      }}
    >
      {cell ? (
        <SheetContent
          title={cellText(cell)}
          description={groupText(cell) || setup.name}
          backdrop={false}
          className="w-144"
        >
          <Tabs value={changes === undefined ? "points" : "changes"} onValueChange={show}>
            <TabsList>
              <Tab value="points">{t("title")}</Tab>
              <Tab value="changes">{t("changes")}</Tab>
            </TabsList>
            <TabPanel value="points">
              <CellRows cell={cell} />
            </TabPanel>
            <TabPanel value="changes">
              {answer && changes !== undefined ? (
                <CellChanges answer={answer} cell={cell} against={changes} />
              ) : (
                <Skeleton className="h-64" />
              )}
            </TabPanel>
          </Tabs>
        </SheetContent>
      ) : null}
    </Sheet>
  )
}

/** The label of a cell's bucket, or its days if it is longer. */
function useCellText() {
  const { answer, exploration } = useExplorer()
  const { bucket, zone } = exploration.question
  const bucketLabel = useBucketLabel(bucket, zone)
  const daysText = useDaysText()
  return (cell: SeriesCell): string => {
    const [from, to] = [Date.parse(cell.from), Date.parse(cell.to)]
    const isBucket = answer?.ranges.some(({ edges }) => edges[edges.indexOf(from) + 1] === to)
    return isBucket
      ? bucketLabel(from, to)
      : daysText({ from: dayAt(from, zone), to: dayAt(to - 1, zone) })
  }
}

function useCellGroup() {
  const { answer, exploration } = useExplorer()
  const { question } = exploration
  const groupName = useGroupName()
  return ({ group }: SeriesCell): string => {
    if (!group || question.grouping === "none") return ""
    if (group.kind === "key") return groupName({ kind: question.grouping, key: group.key })
    const other = answer?.groups.find(({ kind }) => kind === "other")
    return other ? groupName(other) : ""
  }
}

interface CellProps {
  readonly cell: SeriesCell
}

function CellRows({ cell }: CellProps) {
  const { setup, exploration, answer } = useExplorer()
  const { operation, dataSetId } = setup
  const { question } = exploration
  const t = useTranslations("kpis.rows")
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    seriesRowsOptions(operation, dataSetId, { question, cell }),
  )
  if (error) return <AnswerProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" />
  const count = data.pages[0]?.count ?? null
  const rows = data.pages.flatMap((page) => page.rows)
  const shown = rows.reduce((sum, { block }) => sum + (block?.points ?? 1), 0)
  const charted = answer && countOf(answer, cell)
  if (count === null) return <p className="text-ink-muted">{t("suppressed")}</p>
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 whitespace-nowrap font-medium">{t("count", { count })}</p>
        {rows.some(({ block }) => block) ? null : <ReportLink cell={cell} />}
        {(["csv", "xlsx"] as const).map((format) => (
          <a
            key={format}
            href={seriesRowsUrl(operation, dataSetId, { question, cell }, format)}
            download
            className={buttonVariants({ size: "sm" })}
          >
            <Download aria-hidden="true" />
            {format.toUpperCase()}
          </a>
        ))}
      </div>
      {typeof charted === "number" && charted !== count ? (
        <p role="status" className="text-caution-ink text-xs">
          {t("changed", { count: charted })}
        </p>
      ) : null}
      {rows.some(({ block }) => block) ? (
        <p className="text-ink-muted text-xs">{t("blocks")}</p>
      ) : null}
      <RowTable rows={rows} unit={setup.unit} />
      {hasNextPage ? (
        <Button
          className="justify-self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("more", { shown, count })}
        </Button>
      ) : null}
    </div>
  )
}

/** Links to the same points in the report, if its filters can express them. */
function ReportLink({ cell }: CellProps) {
  const t = useTranslations("kpis.rows")
  const { setup, exploration } = useExplorer()
  const { question } = exploration
  const { grouping, level, type, within } = question
  const { group } = cell
  const isPlain = grouping === "none" || group === undefined
  const isKeyed = group?.kind === "key" && (level ?? type) === undefined
  if (within !== undefined || !(isPlain || isKeyed)) return null
  const href = reportHref(setup.operation, {
    ...emptyView,
    parameters: { dataSetId: setup.dataSetId },
    filters: cellFilters(question, cell),
    sort: [{ property: "timeStamp", descending: false }],
  })
  return (
    <Link href={href} prefetch={false} className={buttonVariants({ size: "sm" })}>
      {t("report")}
    </Link>
  )
}

function RowTable({ rows, unit }: { rows: readonly SeriesRow[]; unit: string }) {
  const t = useTranslations("kpis")
  const { exact } = useValueFormat(unit)
  const { department, user } = useIdNames()
  const { question } = useExplorer().exploration
  const daysText = useDaysText()
  const hasBlocks = rows.some(({ block }) => block)
  const hasUsers = rows.some(({ userId }) => userId !== null)
  return (
    <Table label={t("rows.title")}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("columns.time")}</TableHeaderCell>
          <TableHeaderCell className="text-right">
            {hasBlocks
              ? t("measures.average")
              : unit
                ? t("columns.value", { unit })
                : t("columns.valueOnly")}
          </TableHeaderCell>
          {hasBlocks ? (
            <TableHeaderCell className="text-right">{t("columns.points")}</TableHeaderCell>
          ) : null}
          <TableHeaderCell>{t("columns.label")}</TableHeaderCell>
          <TableHeaderCell>{t("columns.department")}</TableHeaderCell>
          {hasUsers ? <TableHeaderCell>{t("columns.user")}</TableHeaderCell> : null}
        </TableRow>
      </TableHead>
      <tbody>
        {rows.map(({ timeStamp, label, departmentId, userId, value, block }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no id and never move
          <TableRow key={index}>
            <TableCell className="whitespace-nowrap">
              {timeStamp ? (
                <DateTime value={timeStamp} />
              ) : block ? (
                daysText({
                  from: dayAt(Date.parse(block.from), question.zone),
                  to: dayAt(Date.parse(block.to) - 1, question.zone),
                })
              ) : null}
            </TableCell>
            <TableCell className="tabular text-right">
              {value === null ? (
                <span className="whitespace-nowrap text-ink-faint text-xs">
                  {t("states.empty")}
                </span>
              ) : (
                exact(value)
              )}
            </TableCell>
            {block ? (
              <TableCell className="tabular text-right">{exact(block.points)}</TableCell>
            ) : null}
            <TableCell>
              {block?.labels === "several"
                ? t("rows.several")
                : (label ?? t("groups.without.label"))}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              {block?.departments === "several"
                ? t("rows.several")
                : departmentId
                  ? department(departmentId)
                  : ""}
            </TableCell>
            {hasUsers ? <TableCell>{userId ? user(userId) : ""}</TableCell> : null}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
