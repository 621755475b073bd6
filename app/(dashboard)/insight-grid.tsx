"use client"

import { useMemo } from "react"
import { useLocale, useMessages, useTranslations } from "use-intl"
import { useNamedChoices } from "@/components/reports/filter-choices"
import { useClauseText } from "@/components/reports/filter-text"
import { ReportProvider, useReport } from "@/components/reports/report-context"
import type { ReportSetup } from "@/components/reports/report-setup"
import { useViewQuery } from "@/components/reports/use-view-query"
import { SummaryContext } from "@/components/summaries/summary-context"
import { SummaryTile } from "@/components/summaries/summary-tile"
import { ownValue, type SummaryMeasure } from "@/lib/catalogue"
import {
  type NamedInsight,
  noCulture,
  parseSummaryView,
  requestedSummary,
  type SummaryView,
} from "@/lib/client"

/** Tiles change nothing of what they ask. */
const unchanged = () => undefined

/** What posts that lack a language are called, and those whose languages are known. */
function useCultureLabel() {
  const t = useTranslations("insights")
  const names = new Intl.DisplayNames(useLocale(), { type: "language", fallback: "code" })
  return (measure: SummaryMeasure): string | undefined => {
    if (measure.name !== "share" || measure.condition.property !== "culture") return undefined
    if (measure.condition.value === noCulture) return t("languagesKnown")
    const [language = ""] = `${measure.condition.value}`.split("-")
    return t("lacksLanguage", { language: names.of(language) ?? language })
  }
}

interface TileProps {
  readonly insight: NamedInsight
  readonly setup: ReportSetup
}

/** An insight's summary, with the names and conditions of reports. */
function SlottedTile({ insight, summary }: { insight: NamedInsight; summary: SummaryView }) {
  const { setup, view, format, ownZone } = useReport()
  const t = useTranslations("insights")
  const { filters } = useViewQuery(setup, view)
  const clauseText = useClauseText(useNamedChoices(setup, view))
  const { id, kind } = insight
  const texts = useMessages().insights[id]
  const cultureLabel = useCultureLabel()
  const labels =
    "labels" in texts
      ? Object.values<string>(texts.labels)
      : summary.question.measures.flatMap((measure) => cultureLabel(measure) ?? [])
  return (
    <SummaryContext
      value={{
        operation: setup.operation,
        fields: setup.fields,
        summary,
        changeSummary: unchanged,
        query: requestedSummary(summary, filters, ownZone),
        slots: {
          filters: null,
          zone: null,
          renderCondition: () => null,
          renderProblem: () => null,
          conditionText: (condition) =>
            clauseText({ property: condition.property, filters: [condition] }).sentence,
          format,
        },
      }}
    >
      <SummaryTile kind={kind} title={t(`${id}.title`)} note={t(`${id}.note`)} labels={labels} />
    </SummaryContext>
  )
}

function InsightTile({ insight, setup }: TileProps) {
  const { operation, fields } = setup
  const summary = useMemo(
    () => parseSummaryView(operation, fields, new URLSearchParams(insight.search)),
    [operation, fields, insight.search],
  )
  return (
    <ReportProvider setup={setup} view={summary.view} setView={unchanged}>
      <SlottedTile insight={insight} summary={summary} />
    </ReportProvider>
  )
}

export interface InsightGridProps {
  readonly insights: readonly NamedInsight[]
  /** What is known of the insights' lists, by the lists' ids. */
  readonly setups: { readonly [list: string]: ReportSetup }
}

/** Insights side by side, each of which leads to its rows. */
export function InsightGrid({ insights, setups }: InsightGridProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {insights.map((insight) => {
        const setup = ownValue(setups, insight.list)
        return setup ? (
          <li key={insight.id} className="min-w-0">
            <InsightTile insight={insight} setup={setup} />
          </li>
        ) : null
      })}
    </ul>
  )
}
