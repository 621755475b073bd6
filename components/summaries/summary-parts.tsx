import Link from "next/link"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { SummaryFigure, SummaryRow } from "@/lib/catalogue"
import { drillHref } from "@/lib/client"
import type { SummarizedAnswers } from "@/lib/contract"
import { useSummary } from "./summary-context"

/** The rows that a figure of a row counts, as a search of their report; null where there are none, or the report cannot show just these. */
const drillOf = (row: SummaryRow, figure: SummaryFigure) =>
  figure.n === 0 ? null : figure.drill === undefined ? row.drill : figure.drill

interface FigureLinkProps {
  readonly row: SummaryRow
  /** Which of the row's figures. */
  readonly at: number
  readonly children: ReactNode
}

/** A figure, which leads to the rows that it counts where the report can show just these. */
export function FigureLink({ row, at, children }: FigureLinkProps) {
  const { operation, summary } = useSummary()
  const t = useTranslations("summaries")
  const figure = row.figures[at]
  const drill = figure ? drillOf(row, figure) : null
  if (!figure || drill === null) return <>{children}</>
  return (
    <Link
      href={drillHref(operation, drill, summary.view)}
      prefetch={false}
      title={t("openRows", { count: figure.n })}
      className="-my-1 rounded-sm py-1 text-accent-ink hover:underline"
    >
      {children}
    </Link>
  )
}

/** How much an answer is of, where not all is copied or there. */
function SummaryCoverage({ whole, lists, missing }: SummarizedAnswers["coverage"]) {
  const t = useTranslations("summaries")
  const text = missing === undefined ? "coverage" : "coverageNamed"
  const copied = whole - (missing ?? 0)
  return copied < lists ? ` · ${t(text, { whole: copied, lists })}` : null
}

/** Of when an answer is, and of how much where not all is copied. */
export function SummaryAsOf({ answer }: { readonly answer: SummarizedAnswers }) {
  const { format } = useSummary().slots
  const t = useTranslations("summaries")
  const { asOf, coverage } = answer
  return (
    <p className="text-ink-muted text-xs tabular">
      <time dateTime={asOf} title={asOf}>
        {t("asOf", { time: format.moment(asOf) ?? asOf })}
      </time>
      <SummaryCoverage {...coverage} />
    </p>
  )
}
