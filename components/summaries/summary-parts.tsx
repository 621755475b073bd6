import Link from "next/link"
import type { ReactNode } from "react"
import { useFormatter, useNow, useTranslations } from "use-intl"
import type { SummaryFigure, SummaryRow } from "@/lib/catalogue"
import { drillHref } from "@/lib/client"
import type { SummarizedAnswers } from "@/lib/contract"
import { shortenId } from "../ui/short-id"
import { UpdatedAt } from "../ui/updated-at"
import { useSummary } from "./summary-context"

/**
 * The rows that a figure counts, as a search of their report; null if there are none, or the report
 * cannot select exactly these.
 */
const drillOf = (row: SummaryRow, figure: SummaryFigure) =>
  figure.n === 0 ? null : figure.drill === undefined ? row.drill : figure.drill

interface FigureLinkProps {
  readonly row: SummaryRow
  /** The index of the row's figure. */
  readonly at: number
  readonly children: ReactNode
}

/** A figure, linked to its rows if the report can select exactly these. */
export function FigureLink({ row, at, children }: FigureLinkProps) {
  const { operation, summary, query } = useSummary()
  const t = useTranslations("summaries")
  const figure = row.figures[at]
  const drill = figure ? drillOf(row, figure) : null
  if (!figure || drill === null) return <>{children}</>
  return (
    <Link
      href={drillHref(operation, drill, summary.view, query.measures)}
      prefetch={false}
      title={t("openRows", { count: figure.n })}
      className="-my-1 rounded-sm py-1 text-accent-ink hover:underline"
    >
      {children}
    </Link>
  )
}

/**
 * All rows of an answer, decisive ones first; renders nothing if the report cannot select exactly
 * these.
 */
export function AllRows({ answer: { total } }: { readonly answer: SummarizedAnswers }) {
  const { operation, summary, query } = useSummary()
  const t = useTranslations("insights")
  if (total.drill === null) return null
  return (
    <Link
      href={drillHref(operation, total.drill, summary.view, query.measures)}
      prefetch={false}
      className="-my-1 rounded-sm py-1 text-accent-ink hover:underline"
    >
      {t("all", { count: total.n })}
    </Link>
  )
}

const dayMs = 86_400_000

/** The age of an answer, highlighted after a day, and what is missing. */
export function SummaryAsOf({ answer }: { readonly answer: SummarizedAnswers }) {
  const { nameOf } = useSummary().slots
  const { list } = useFormatter()
  const t = useTranslations("summaries")
  const insights = useTranslations("insights")
  const now = useNow()
  const { asOf, coverage } = answer
  const { failing, failingUnder = [], missing = 0 } = coverage
  const names = failingUnder.flatMap((parameters) => {
    const [property, id] = Object.entries(parameters).at(-1) ?? []
    return property && id ? [nameOf(id, property) ?? shortenId(id)] : []
  })
  const ageMs = now.getTime() - Date.parse(asOf)
  const named = { whole: coverage.whole - missing, lists: coverage.lists }
  return (
    <p className="text-ink-muted text-xs tabular">
      <span className={ageMs > dayMs ? "text-caution-ink" : undefined}>
        <UpdatedAt value={asOf} />
      </span>
      {missing > 0 ? ` · ${t("coverageNamed", named)}` : null}
      {failing > 0
        ? ` · ${[insights("without", { count: failing }), ...(names.length > 0 ? [list(names)] : [])].join(": ")}`
        : null}
    </p>
  )
}
