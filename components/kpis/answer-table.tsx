import { Fragment, type ReactNode, useMemo, useState } from "react"
import { useLocale, useNow, useTranslations } from "use-intl"
import { cellStates, isOutsideData } from "@/lib/catalogue"
import { plainSort, type ShownTarget, shownTargets } from "@/lib/client"
import { Badge } from "../ui/badge"
import { MoreRows } from "../ui/more-rows"
import { SortHeaderCell, Table, TableCell, TableHead, TableRow } from "../ui/table"
import { useValueFormat } from "../ui/value-format"
import type { ExplorerModel } from "./build-model"
import { useExplorer, useOpenCell, useShownAnswer } from "./explorer-context"
import { useBucketLabel, useGroupName, useLineName } from "./labels"
import { type ComparedValue, sortRows, tableRows, type ValueRow } from "./table-rows"

const atOnce = 200
const minuteMs = 60_000

interface AnswerTableProps {
  readonly built: ExplorerModel
  readonly ranked?: readonly ValueRow[]
}

/**
 * The chart as a table: a row per bucket and group, newest first until sorted, with comparisons
 * beside it; or the given rows, one per group.
 */
export function AnswerTable({ built, ranked }: AnswerTableProps) {
  const { setup, exploration } = useExplorer()
  const { answer } = useShownAnswer()
  const { sort = plainSort } = exploration
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const [shown, setShown] = useState(atOnce)
  const now = useNow({ updateInterval: minuteMs }).getTime()
  const locale = useLocale()
  const targets = useMemo(
    () => shownTargets(answer, exploration.targets),
    [answer, exploration.targets],
  )
  const rows = useMemo(
    () =>
      ranked && sort.column === plainSort.column
        ? ranked
        : sortRows(ranked ?? tableRows(answer, built, targets, now), sort, groupName, locale),
    [answer, built, ranked, targets, now, sort, groupName, locale],
  )
  return (
    <div className="flex max-h-128 flex-col [&>section]:min-h-0">
      <Table label={t("tableLabel", { name: setup.name })}>
        <TableHead>
          <HeaderRow targets={targets} isRanked={ranked !== undefined} />
        </TableHead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <AnswerRow
              key={`${row.index} ${row.line}`}
              row={row}
              isRanked={ranked !== undefined}
              group={row.group ? groupName(row.group) : ""}
            />
          ))}
        </tbody>
      </Table>
      <MoreRows shown={shown} count={rows.length} onMore={() => setShown(shown + atOnce)} />
    </div>
  )
}

interface HeaderRowProps {
  readonly targets: readonly ShownTarget[]
  readonly isRanked: boolean
}

function HeaderRow({ targets, isRanked }: HeaderRowProps) {
  const { answer } = useShownAnswer()
  const { question, groups, ranges } = answer
  const t = useTranslations("kpis")
  const rangeName = useLineName(answer)
  const compared = ranges.slice(1).flatMap((_, index) => {
    const range = index + 1
    const against = t("columns.against", { name: rangeName(range) })
    return [
      <SortHeader key={`before-${range}`} column={`before-${range}`}>
        {rangeName(range)}
      </SortHeader>,
      <SortHeader key={`difference-${range}`} column={`difference-${range}`}>
        {t("columns.difference")} <span className="sr-only">{against}</span>
      </SortHeader>,
      <SortHeader key={`change-${range}`} column={`change-${range}`}>
        {t("columns.change")} <span className="sr-only">{against}</span>
      </SortHeader>,
    ]
  })
  return (
    <TableRow>
      {isRanked ? null : (
        <SortHeader column="bucket" isText>
          {t(`buckets.${question.bucket}`)}
        </SortHeader>
      )}
      {groups.length > 1 || isRanked ? (
        <SortHeader column="group" isText>
          {t("columns.group")}
        </SortHeader>
      ) : null}
      <SortHeader column="value">{t(`measures.${question.measure}`)}</SortHeader>
      {compared}
      {targets.flatMap(({ name = t("target") }, index) => [
        <SortHeader key={`target-${name}`} column={`target-${index}`}>
          {name}
        </SortHeader>,
        <SortHeader key={`gap-${name}`} column={`gap-${index}`}>
          {t("columns.gap")} <span className="sr-only">{name}</span>
        </SortHeader>,
      ])}
      <SortHeader column="points">{t("columns.points")}</SortHeader>
    </TableRow>
  )
}

interface SortHeaderProps {
  readonly column: string
  readonly isText?: boolean
  readonly children: ReactNode
}

/** A column header that sorts by it. */
function SortHeader({ column, isText = false, children }: SortHeaderProps) {
  const { exploration, changeExploration } = useExplorer()
  const { sort = plainSort } = exploration
  const order = sort.isDescending ? "descending" : "ascending"
  return (
    <SortHeaderCell
      sorted={sort.column === column ? order : undefined}
      isText={isText}
      onSort={(turned) => {
        const isDescending = sort.column === column ? turned : column !== "group"
        changeExploration({ ...exploration, sort: { column, isDescending } }, { replace: true })
      }}
    >
      {children}
    </SortHeaderCell>
  )
}

interface AnswerRowProps {
  readonly row: ValueRow
  readonly isRanked: boolean
  /** The group's name. */
  readonly group: string
}

function AnswerRow({ row, isRanked, group }: AnswerRowProps) {
  const { answer, unit } = useShownAnswer()
  const { count } = row
  const openCell = useOpenCell()
  const t = useTranslations("kpis")
  const { exact, signed } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const label = useBucketLabel(bucket, zone)(row.from, row.to)
  return (
    <TableRow>
      {isRanked ? null : (
        <TableCell className="whitespace-nowrap pl-4">
          {label}{" "}
          {row.isPartial && !isOutsideData(row.letter) ? (
            <Badge tone="outline">{t("states.partial")}</Badge>
          ) : null}
        </TableCell>
      )}
      {answer.groups.length > 1 || isRanked ? (
        <TableCell className="min-w-40 max-w-56">{group}</TableCell>
      ) : null}
      <TableCell className="tabular text-right">
        <CellValue value={row.value} letter={row.letter} />
      </TableCell>
      {row.compared.map((compared) => (
        <ComparedCells key={compared.range} {...compared} />
      ))}
      {row.targets.map(({ due, gap }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a target has no other key
        <Fragment key={index}>
          <TableCell className="tabular text-right">{due === null ? "" : exact(due)}</TableCell>
          <TableCell className="tabular whitespace-nowrap text-right">
            {gap === null ? "" : signed(gap)}
          </TableCell>
        </Fragment>
      ))}
      <TableCell className="tabular pr-4 text-right">
        {count === null ? null : count === 0 ? (
          exact(0)
        ) : (
          <button
            type="button"
            onClick={() => openCell(row)}
            aria-label={t("openBucket", { count, bucket: isRanked ? group : label })}
            className="-my-0.5 min-w-6 rounded-sm py-0.5 text-right text-accent-ink hover:underline"
          >
            {exact(count)}
          </button>
        )}
      </TableCell>
    </TableRow>
  )
}

interface CellValueProps {
  readonly value: number | null
  readonly letter: string
}

function CellValue({ value, letter }: CellValueProps) {
  const t = useTranslations("kpis.states")
  const { exact } = useValueFormat("")
  const state = cellStates[letter as keyof typeof cellStates]
  const reason = <span className="whitespace-nowrap text-ink-faint text-xs">{t(state)}</span>
  if (value === null) return reason
  return state === "part" ? (
    <>
      {reason} {exact(value)}
    </>
  ) : (
    exact(value)
  )
}

function ComparedCells({ before, letter, difference, change }: ComparedValue) {
  const t = useTranslations("kpis.headline")
  const { signed, percent } = useValueFormat("")
  return (
    <>
      <TableCell className="tabular text-right text-ink-muted">
        <CellValue value={before} letter={letter} />
      </TableCell>
      <TableCell className="tabular whitespace-nowrap text-right">
        {difference === null ? t("none") : signed(difference)}
      </TableCell>
      <TableCell className="tabular whitespace-nowrap text-right">
        {change === null ? t("none") : percent(change)}
      </TableCell>
    </>
  )
}
