"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useMemo, useState } from "react"
import { useLocale, useTimeZone, useTranslations } from "use-intl"
import {
  cellStates,
  type Direction,
  isReached,
  type ListOperation,
  printGrouping,
} from "@/lib/catalogue"
import {
  defaultChart,
  type Exploration,
  explorationHref,
  goalsOptions,
  type TargetProgress as Progress,
  parseExploration,
  printExploration,
  progressOptions,
  type TableSort,
} from "@/lib/client"
import { Badge } from "../ui/badge"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { MoreRows } from "../ui/more-rows"
import { PageBody, PageHead } from "../ui/page-head"
import { ReadProblem } from "../ui/read-problem"
import { Select } from "../ui/select"
import { Skeleton } from "../ui/skeleton"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { TargetState } from "../ui/target-state"
import { useSearch } from "../ui/use-search"
import { useValueFormat } from "../ui/value-format"
import { useGroupings } from "./explorer-controls"
import { useDaysText, useGroupingName, useIdNames } from "./labels"
import { RangeMenu } from "./range-menu"
import { TargetEditor } from "./target-editor"

export interface TargetProgressProps {
  readonly dataSetId: string
  readonly name: string
  readonly unit: string
  /** The list of data points. */
  readonly operation: ListOperation
  readonly mayEdit: boolean
}

/** The question in the page's address; the month to date by default. */
function useProgressAddress({ operation, dataSetId }: TargetProgressProps) {
  const { search, change } = useSearch()
  const zone = useTimeZone() ?? "UTC"
  const exploration = useMemo(() => {
    const given = new URLSearchParams(search)
    if (!given.has("range")) given.set("range", "this-month")
    return parseExploration(operation, given, zone).exploration
  }, [operation, search, zone])
  const changeTo = (next: Partial<Exploration>) => {
    const all = { ...exploration, ...next }
    const { question } = all
    const printed = printExploration(operation, { ...all, chart: defaultChart(question) })
    change(`/figures/${dataSetId}/targets?${printed}`)
  }
  return { exploration, changeTo }
}

/** Which departments have reached their targets, the farthest first by default. */
export function TargetProgress(props: TargetProgressProps) {
  const { dataSetId, name, unit, operation, mayEdit } = props
  const t = useTranslations("kpis.targets")
  const { exploration, changeTo } = useProgressAddress(props)
  const { question } = exploration
  const { data, error, refetch } = useQuery(progressOptions(operation, dataSetId, question))
  return (
    <PageBody>
      <PageHead
        title={t("title", { name })}
        marks={unit ? <Badge tone="outline">{unit}</Badge> : undefined}
        actions={mayEdit ? <TargetEditor dataSetId={dataSetId} name={name} /> : undefined}
      >
        {data ? <Summary {...data} /> : null}
      </PageHead>
      <div className="flex flex-wrap gap-1.5 print:hidden">
        <RangeMenu
          range={question.ranges[0]}
          zone={question.zone}
          onChoose={(range) => changeTo({ question: { ...question, ranges: [range] } })}
        />
        <DepartmentSelect exploration={exploration} onChange={changeTo} />
      </div>
      <Card>
        {error ? (
          <ReadProblem error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="m-4 h-64" />
        ) : data.rows.length === 0 ? (
          <NothingShown dataSetId={dataSetId} mayEdit={mayEdit} />
        ) : (
          <ProgressTable {...props} progress={data} exploration={exploration} onChange={changeTo} />
        )}
      </Card>
    </PageBody>
  )
}

/** Why no department is shown: none has a target, or none of the days has data. */
function NothingShown({ dataSetId, mayEdit }: Pick<TargetProgressProps, "dataSetId" | "mayEdit">) {
  const t = useTranslations("kpis.targets")
  const { data } = useQuery(goalsOptions())
  if (!data) return <Skeleton className="m-4 h-24" />
  const goal = data.goals.find((each) => each.dataSetId === dataSetId)
  return goal?.hasTargets ? (
    <EmptyState title={t("noDays")} />
  ) : (
    <EmptyState title={t("none.title")}>{t(mayEdit ? "none.edit" : "none.detail")}</EmptyState>
  )
}

interface AddressProps {
  readonly exploration: Exploration
  readonly onChange: (next: Partial<Exploration>) => void
}

/** Selects the departments: those with targets, or all of a level or type. */
function DepartmentSelect({ exploration: { question }, onChange }: AddressProps) {
  const t = useTranslations("kpis.targets")
  const groupingName = useGroupingName()
  const groupings = useGroupings().filter(({ level, type }) => (level ?? type) !== undefined)
  const options = [
    { value: "none", label: t("owners") },
    ...groupings.map((each) => ({ value: printGrouping(each), label: groupingName(each) })),
  ]
  return (
    <Select
      size="sm"
      className="w-auto"
      label={t("departments")}
      options={options}
      value={printGrouping(question)}
      onValueChange={(text) => {
        const { level: _, type: __, ...rest } = question
        const found = groupings.find((each) => printGrouping(each) === text)
        onChange({ question: { ...rest, grouping: "none", ...found } })
      }}
    />
  )
}

/** A value that leaves people out is not compared with a target. */
const isMissed = (direction: Direction, { value, state, target }: Progress["rows"][number]) =>
  value !== null && state === "v" && !isReached(direction, value, target)

/** How many have missed their targets so far, and which days count. */
function Summary({ rows, direction, days }: Progress) {
  const t = useTranslations("kpis.targets")
  const daysText = useDaysText()
  const missed = rows.filter((row) => isMissed(direction, row)).length
  const side = direction === "lower" ? "aboveCount" : "belowCount"
  return [t(side, { missed, count: rows.length }), ...(days ? [daysText(days)] : [])].join(" · ")
}

interface Row {
  readonly id: string
  readonly name: string
  readonly value: number | null
  readonly target: number
  readonly gap: number | null
  readonly state: string
}

const keys = {
  group: ({ name }: Row) => name,
  value: ({ value }: Row) => value,
  "target-0": ({ target }: Row) => target,
  "gap-0": ({ gap }: Row) => gap,
} as const
type Column = keyof typeof keys

/** Sorts rows by a column; those without a value come last, by name. */
function sortProgress(rows: readonly Row[], { column, isDescending }: TableSort, locale: string) {
  const key = keys[column as Column] ?? keys["gap-0"]
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [key(one), key(other)]
    const byName = one.name.localeCompare(other.name, locale)
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byName
    if (typeof first === "string") return sign * byName
    return sign * (first - Number(second)) || byName
  })
}

const atOnce = 100

interface ProgressTableProps extends TargetProgressProps, AddressProps {
  readonly progress: Progress
}

function ProgressTable(props: ProgressTableProps) {
  const { progress, exploration, name, onChange } = props
  const { direction } = progress
  const t = useTranslations("kpis")
  const locale = useLocale()
  const { department } = useIdNames()
  const [shown, setShown] = useState(atOnce)
  const worstFirst: TableSort = { column: "gap-0", isDescending: direction === "lower" }
  const sort = exploration.sort ?? worstFirst
  const rows = useMemo(() => {
    const named = progress.rows.map(({ departmentId, value, target, state }) => ({
      id: departmentId,
      name: department(departmentId),
      value,
      target,
      state,
      gap: value === null || state !== "v" ? null : value - target,
    }))
    return sortProgress(named, sort, locale)
  }, [progress, sort, locale, department])
  const head = (column: Column, text: string) => (
    <SortHeaderCell
      sorted={sort.column === column ? (sort.isDescending ? "descending" : "ascending") : undefined}
      isText={column === "group"}
      onSort={(isDescending) => onChange({ sort: { column, isDescending } })}
    >
      {text}
    </SortHeaderCell>
  )
  return (
    <>
      <Table label={t("targets.title", { name })} className="cards">
        <TableHead>
          <TableRow>
            {head("group", t("columns.department"))}
            {head("target-0", t("target"))}
            {head("value", t("columns.valueOnly"))}
            {head("gap-0", t("columns.gap"))}
            <TableHeaderCell>{t("targets.stateColumn")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <ProgressRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </Table>
      <MoreRows shown={shown} count={rows.length} onMore={() => setShown(shown + atOnce)} />
    </>
  )
}

function ProgressRow({
  row,
  progress: { direction },
  operation,
  dataSetId,
  exploration: { question },
}: ProgressTableProps & { readonly row: Row }) {
  const t = useTranslations("kpis")
  const { exact, signed } = useValueFormat("")
  const { grouping: _, level: __, type: ___, ...asked } = question
  const [range] = question.ranges
  const chart: Exploration = {
    question: { ...asked, grouping: "none", within: row.id, ranges: [range, "year"] },
    chart: "line",
    targets: [],
  }
  return (
    <TableRow>
      <TableHeaderCell scope="row" className="pl-4 text-ink text-sm">
        <Link
          href={explorationHref(operation, dataSetId, chart)}
          prefetch={false}
          className="rounded-sm hover:text-accent-ink hover:underline"
        >
          {row.name}
        </Link>
      </TableHeaderCell>
      <TableCell data-label={t("target")} className="tabular whitespace-nowrap text-right">
        {exact(row.target)}
      </TableCell>
      <TableCell
        data-label={t("columns.valueOnly")}
        className="tabular whitespace-nowrap text-right"
      >
        {row.value === null ? t("headline.none") : exact(row.value)}
      </TableCell>
      <TableCell data-label={t("columns.gap")} className="tabular whitespace-nowrap text-right">
        {row.gap === null ? t("headline.none") : signed(row.gap)}
      </TableCell>
      <TableCell data-label={t("targets.stateColumn")} className="whitespace-nowrap pr-4">
        {row.value === null || row.gap === null ? (
          <Badge tone="outline">
            {t(`states.${cellStates[row.state as keyof typeof cellStates]}`)}
          </Badge>
        ) : (
          <TargetState value={row.value} target={row.target} direction={direction} />
        )}
      </TableCell>
    </TableRow>
  )
}
