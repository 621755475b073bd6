import { type ReactNode, useState } from "react"
import { useTranslations } from "use-intl"
import {
  effectiveSummarySort,
  printSummaryMeasure,
  type SummaryGroups,
  type SummaryMeasure,
  type SummaryRow,
  type SummarySort,
} from "@/lib/catalogue"
import type { SummarizedAnswers } from "@/lib/contract"
import { cn } from "../ui/class-names"
import { MoreRows } from "../ui/more-rows"
import { SortHeaderCell, Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import {
  useKeyName,
  useMeasureLabel,
  usePropertyLabel,
  useRowFigureText,
  useSummary,
  useSummaryQuery,
} from "./summary-context"
import { FigureLink } from "./summary-parts"

const atOnce = 200

interface SortHeaderProps {
  readonly by: SummarySort["by"]
  readonly isText?: boolean
  readonly children: ReactNode
}

/** A column header that sorts the groups by it. */
function SortHeader({ by, isText = false, children }: SortHeaderProps) {
  const { query } = useSummary()
  const { changeQuestion } = useSummaryQuery()
  const sort = effectiveSummarySort(query)
  const order = sort.descending ? "descending" : "ascending"
  return (
    <SortHeaderCell
      sorted={sort.by === by ? order : undefined}
      isText={isText}
      onSort={(descending) => changeQuestion({ sort: { by, descending } })}
    >
      {children}
    </SortHeaderCell>
  )
}

interface FigureCellProps {
  readonly row: SummaryRow | undefined
  readonly at: number
  readonly isTotal?: boolean
}

function FigureCell({ row, at, isTotal = false }: FigureCellProps) {
  const figureText = useRowFigureText()
  return (
    <TableCell
      className={cn("tabular whitespace-nowrap text-right last:pr-4", isTotal && "font-medium")}
    >
      {row?.figures[at] ? (
        <FigureLink row={row} at={at}>
          {figureText(row, at)}
        </FigureLink>
      ) : null}
    </TableCell>
  )
}

interface AnswerProps {
  readonly answer: SummarizedAnswers
}

/** The label of a row's group in one field. */
function GroupCell({ groups, row, at }: { groups: SummaryGroups; row: SummaryRow; at: number }) {
  const keyName = useKeyName(groups)
  const key = row.keys[at]
  return (
    <TableCell className="min-w-40 max-w-80 truncate first:pl-4">
      {keyName(typeof key === "number" ? groups.keys[key] : undefined)}
    </TableCell>
  )
}

function TotalRow({ answer }: AnswerProps) {
  const { query } = useSummary()
  const t = useTranslations("summaries")
  const { groups, total } = answer
  return (
    <TableRow className="border-t-2 bg-sunken">
      <TableHeaderCell scope="row" colSpan={Math.max(1, groups.length)} className="pl-4 text-ink">
        {t("total")}
      </TableHeaderCell>
      {query.measures.map((measure, at) => (
        <FigureCell key={printSummaryMeasure(measure)} row={total} at={at} isTotal />
      ))}
    </TableRow>
  )
}

/** A row per group or pair of groups, and the total. */
export function SummaryTable({ answer }: AnswerProps) {
  const { operation, query } = useSummary()
  const t = useTranslations("summaries")
  const measureLabel = useMeasureLabel()
  const propertyLabel = usePropertyLabel()
  const [shown, setShown] = useState(atOnce)
  const { groups, rows } = answer
  const [first, second] = groups
  return (
    <>
      <Table label={t("tableLabel", { name: operation.title })}>
        <TableHead>
          <TableRow>
            {groups.length === 0 ? <TableHeaderCell /> : null}
            {first ? (
              <SortHeader by="group" isText>
                {propertyLabel(first.property)}
              </SortHeader>
            ) : null}
            {second ? <TableHeaderCell>{propertyLabel(second.property)}</TableHeaderCell> : null}
            {query.measures.map((measure, at) => (
              <SortHeader key={printSummaryMeasure(measure)} by={at}>
                {measureLabel(measure)}
              </SortHeader>
            ))}
          </TableRow>
        </TableHead>
        <tbody>
          {groups.length > 0
            ? rows.slice(0, shown).map((row) => (
                <TableRow key={row.keys.join(" ")}>
                  {groups.map((each, at) => (
                    <GroupCell
                      key={`${each.property} ${each.bucket}`}
                      groups={each}
                      row={row}
                      at={at}
                    />
                  ))}
                  {query.measures.map((measure, at) => (
                    <FigureCell key={printSummaryMeasure(measure)} row={row} at={at} />
                  ))}
                </TableRow>
              ))
            : null}
          <TotalRow answer={answer} />
        </tbody>
      </Table>
      {groups.length > 0 ? (
        <MoreRows shown={shown} count={rows.length} onMore={() => setShown(shown + atOnce)} />
      ) : null}
    </>
  )
}

const nameOf = (keys: SummaryRow["keys"]) => keys.join(" ")

interface PivotProps extends AnswerProps {
  readonly first: SummaryGroups
  readonly second: SummaryGroups
  /** The displayed measure. */
  readonly at: number
  readonly measure: SummaryMeasure
}

/** The first field's groups as rows and the second's as columns, with totals for both. */
export function SummaryPivot({ answer, first, second, at, measure }: PivotProps) {
  const t = useTranslations("summaries")
  const measureLabel = useMeasureLabel()
  const propertyLabel = usePropertyLabel()
  const [firstName, secondName] = [useKeyName(first), useKeyName(second)]
  const all = new Map(
    [...answer.rows, ...answer.subtotals, answer.total].map((row) => [nameOf(row.keys), row]),
  )
  const columns: (number | null)[] = [...second.keys.keys(), null]
  const rows: (number | null)[] = [...first.keys.keys(), null]
  const keyIn = (groups: SummaryGroups, key: number | null) =>
    key === null ? undefined : groups.keys[key]
  return (
    <Table label={t("pivotLabel", { measure: measureLabel(measure) })}>
      <TableHead>
        <TableRow>
          <SortHeader by="group" isText>
            {propertyLabel(first.property)}
          </SortHeader>
          {columns.map((column) =>
            column === null ? (
              <SortHeader key="total" by={at}>
                {t("total")}
              </SortHeader>
            ) : (
              <TableHeaderCell key={column} className="max-w-48 truncate text-right">
                {secondName(keyIn(second, column))}
              </TableHeaderCell>
            ),
          )}
        </TableRow>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={`${row}`} className={cn(row === null && "border-t-2 bg-sunken")}>
            <TableHeaderCell scope="row" className="max-w-64 truncate pl-4 text-ink text-sm">
              {firstName(keyIn(first, row))}
            </TableHeaderCell>
            {columns.map((column) => (
              <FigureCell
                key={`${column}`}
                row={all.get(nameOf([row, column]))}
                at={at}
                isTotal={row === null || column === null}
              />
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
