import { useState } from "react"
import { useTranslations } from "use-intl"
import { cellStates, type SeriesAnswer, type SeriesGroup } from "@/lib/catalogue"
import { isCut } from "../charts/chart-model"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import type { ExplorerModel } from "./build-model"
import { useBucketLabel } from "./use-bucket-label"
import { changeOf, useValueFormat } from "./value-format"

export interface AnswerTableProps {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly name: string
  readonly unit: string
  readonly groupName: (group: SeriesGroup) => string
  readonly rangeName: (index: number) => string
  readonly onOpen: (line: number, index: number) => void
}

const atOnce = 200

/** The chart in words and numbers: a row for each bucket and group, newest first, with what is compared beside it. */
export function AnswerTable(props: AnswerTableProps) {
  const { answer, built, name, rangeName } = props
  const t = useTranslations("kpis")
  const [shown, setShown] = useState(atOnce)
  const { lines, targets } = built.model
  const own = lines.flatMap(({ isCompared }, index) => (isCompared ? [] : [index]))
  const count = (answer.ranges[0].edges.length - 1) * own.length
  const rows = Array.from({ length: Math.min(shown, count) }, (_, place) => ({
    index: Math.floor((count - 1 - place) / own.length),
    line: own[place % own.length] ?? 0,
  }))
  const compared = answer.ranges.slice(1).map((_, index) => index + 1)
  return (
    <div className="flex max-h-128 flex-col [&>section]:min-h-0">
      <Table label={t("tableLabel", { name })}>
        <TableHead>
          <TableRow>
            <TableHeaderCell className="pl-4">
              {t(`buckets.${answer.question.bucket}`)}
            </TableHeaderCell>
            {answer.groups.length > 1 ? (
              <TableHeaderCell>{t("columns.group")}</TableHeaderCell>
            ) : null}
            <TableHeaderCell className="text-right">
              {t(`measures.${answer.question.measure}`)}
            </TableHeaderCell>
            {compared.map((range) => (
              <TableHeaderCell key={range} className="text-right" colSpan={2}>
                {rangeName(range)}
              </TableHeaderCell>
            ))}
            {targets.map(({ key, label }) => (
              <TableHeaderCell key={key} className="text-right">
                {label}
              </TableHeaderCell>
            ))}
            <TableHeaderCell className="pr-4 text-right">{t("columns.points")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <AnswerRow key={`${row.index} ${row.line}`} {...props} {...row} compared={compared} />
          ))}
        </tbody>
      </Table>
      {count > shown ? (
        <div className="flex items-center gap-3 border-t px-4 py-2 text-ink-muted text-xs">
          {t("shownOf", { shown, count })}
          <Button size="sm" onClick={() => setShown(shown + atOnce)}>
            {t("showMore")}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface AnswerRowProps extends AnswerTableProps {
  readonly index: number
  readonly line: number
  readonly compared: readonly number[]
}

function AnswerRow(props: AnswerRowProps) {
  const { answer, built, unit, groupName, onOpen, index, line, compared } = props
  const t = useTranslations("kpis")
  const { exact } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  const { edges, lines, targets } = built.model
  const source = built.sources[line]
  const group = source && answer.groups[source.group]
  const isPartial = answer.ranges[0].partial.includes(index)
  const isWhole = (at: number) => {
    const found = lines[at]
    return found !== undefined && !isCut(found, index)
  }
  const value = lines[line]?.values[index] ?? null
  const count =
    answer.ranges[0].lines.find((each) => each.group === source?.group)?.counts[index] ?? null
  const label = bucketLabel(edges[index] ?? 0, edges[index + 1] ?? 0)
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap pl-4">
        {label} {isPartial ? <Badge tone="outline">{t("states.partial")}</Badge> : null}
      </TableCell>
      {answer.groups.length > 1 ? (
        <TableCell className="max-w-56 truncate">{group ? groupName(group) : ""}</TableCell>
      ) : null}
      <TableCell className="tabular text-right">
        <CellValue value={value} letter={lines[line]?.states[index]} write={exact} />
      </TableCell>
      {compared.map((range) => {
        const at = built.sources.findIndex(
          (each) => each.range === range && each.group === source?.group,
        )
        const before = lines[at]?.values[index] ?? null
        return (
          <ComparedCells
            key={range}
            {...{ value, before, isWhole: isWhole(line) && isWhole(at) }}
            letter={lines[at]?.states[index]}
            write={exact}
          />
        )
      })}
      {targets.map(({ key, values }) => (
        <TableCell key={key} className="tabular text-right">
          {values[index] === null || values[index] === undefined ? "" : exact(values[index])}
        </TableCell>
      ))}
      <TableCell className="tabular pr-4 text-right">
        {count === null ? null : count === 0 ? (
          exact(0)
        ) : (
          <button
            type="button"
            onClick={() => onOpen(line, index)}
            aria-label={t("openBucket", { count, bucket: label })}
            className="rounded-sm text-accent-ink hover:underline"
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
  readonly letter: string | undefined
  readonly write: (value: number) => string
}

function CellValue({ value, letter = "m", write }: CellValueProps) {
  const t = useTranslations("kpis.states")
  const state = cellStates[letter as keyof typeof cellStates]
  const reason = <span className="text-ink-faint text-xs">{t(state)}</span>
  if (value === null) return reason
  return state === "part" ? (
    <>
      {reason} {write(value)}
    </>
  ) : (
    write(value)
  )
}

interface ComparedCellsProps extends CellValueProps {
  readonly before: number | null
  readonly isWhole: boolean
}

function ComparedCells({ value, before, isWhole, letter, write }: ComparedCellsProps) {
  const { percent } = useValueFormat("")
  const change =
    isWhole && value !== null && before !== null ? changeOf({ value, before }) : undefined
  return (
    <>
      <TableCell className="tabular text-right text-ink-muted">
        <CellValue value={before} letter={letter} write={write} />
      </TableCell>
      <TableCell className="tabular text-right text-ink-muted text-xs">
        {change === undefined ? "" : percent(change)}
      </TableCell>
    </>
  )
}
