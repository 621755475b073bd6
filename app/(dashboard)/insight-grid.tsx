"use client"

import { Check, Pin } from "lucide-react"
import { type ComponentProps, useMemo } from "react"
import { useLocale, useMessages, useTranslations } from "use-intl"
import { useChoiceNames, useNamedChoices } from "@/components/reports/filter-choices"
import { useClauseText } from "@/components/reports/filter-text"
import { ReportProvider, useReport } from "@/components/reports/report-context"
import type { ReportSetup } from "@/components/reports/report-setup"
import { useViewQuery } from "@/components/reports/use-view-query"
import { useViewChange } from "@/components/saved/use-view-change"
import { SummaryContext } from "@/components/summaries/summary-context"
import { SummaryTile } from "@/components/summaries/summary-tile"
import { ChangeProblem } from "@/components/ui/change-problem"
import { IconButton } from "@/components/ui/icon-button"
import { ownValue, type SummaryMeasure, summaryReport } from "@/lib/catalogue"
import {
  type NamedInsight,
  parseSummaryView,
  requestedSummary,
  type SummaryView,
  saveView,
} from "@/lib/client"

/** Tiles never change their own query. */
export const unchanged = () => undefined

function useCultureLabel() {
  const t = useTranslations("insights")
  const names = new Intl.DisplayNames(useLocale(), { type: "language", fallback: "code" })
  return (measure: SummaryMeasure): string | undefined => {
    if (measure.name !== "share" || measure.condition.property !== "culture") return undefined
    const [language = ""] = `${measure.condition.value}`.split("-")
    const name = names.of(language) ?? language
    return measure.condition.operator === "ne" ? t("lacksLanguage", { language: name }) : name
  }
}

interface SlottedProps {
  readonly summary: SummaryView
  readonly tile: Omit<ComponentProps<typeof SummaryTile>, "labels">
  readonly labels: readonly string[] | undefined
}

/** A summary tile that uses the names and filter chips of reports. */
function SlottedTile({ summary, tile, labels }: SlottedProps) {
  const { setup, view, format, ownZone } = useReport()
  const { filters } = useViewQuery(setup, view)
  const choices = useNamedChoices(setup, view)
  const clauseText = useClauseText(choices)
  const nameOf = useChoiceNames(choices, format.nameOf)
  const cultureLabel = useCultureLabel()
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
          saving: null,
          renderCondition: () => null,
          renderProblem: () => null,
          conditionText: (condition) =>
            clauseText({ property: condition.property, filters: [condition] }).sentence,
          format,
          nameOf,
        },
      }}
    >
      <SummaryTile
        {...tile}
        labels={
          labels ?? summary.question.measures.flatMap((measure) => cultureLabel(measure) ?? [])
        }
      />
    </SummaryContext>
  )
}

interface ListedTileProps extends Pick<SlottedProps, "tile" | "labels"> {
  readonly setup: ReportSetup
  /** The summary's own search parameters. */
  readonly search: string
}

export function ListedTile({ setup, search, ...tile }: ListedTileProps) {
  const { operation, fields } = setup
  const summary = useMemo(
    () => parseSummaryView(operation, fields, new URLSearchParams(search)),
    [operation, fields, search],
  )
  return (
    <ReportProvider setup={setup} view={summary.view} setView={unchanged}>
      <SlottedTile {...tile} summary={summary} />
    </ReportProvider>
  )
}

/** Pins an insight to Home as a saved summary. */
function PinMenu({ insight, title }: { readonly insight: NamedInsight; readonly title: string }) {
  const t = useTranslations("tiles")
  const change = useViewChange()
  const { list, search } = insight
  const pin = () =>
    change.mutate(() =>
      saveView(summaryReport(list), { name: title, search, role: null, pinned: true }),
    )
  return (
    <>
      <IconButton
        size="sm"
        label={`${t(change.isSuccess ? "pinned" : "pin")}: ${title}`}
        aria-pressed={change.isSuccess}
        disabled={change.isPending || change.isSuccess}
        onClick={pin}
      >
        {change.isSuccess ? <Check aria-hidden="true" /> : <Pin aria-hidden="true" />}
      </IconButton>
      <ChangeProblem error={change.error} keeps={false} />
    </>
  )
}

interface InsightTileProps {
  readonly insight: NamedInsight
  readonly setup: ReportSetup
  readonly about: string | undefined
}

function InsightTile({ insight, setup, about }: InsightTileProps) {
  const t = useTranslations("insights")
  const { id, kind, search, ofNewest = false } = insight
  const texts = useMessages().insights[id]
  const title = t(`${id}.title`)
  return (
    <ListedTile
      setup={setup}
      search={search}
      tile={{
        kind,
        title,
        ofNewest,
        insight: id,
        note: t(`${id}.note`),
        menu: <PinMenu insight={insight} title={about ? `${about}: ${title}` : title} />,
      }}
      labels={"labels" in texts ? Object.values<string>(texts.labels) : undefined}
    />
  )
}

/** The setups of whole lists by id. */
export interface ListSetups {
  readonly [list: string]: ReportSetup
}

export interface InsightGridProps {
  readonly insights: readonly NamedInsight[]
  /** Their common subject, which is added to the title of a pinned one. */
  readonly about?: string | undefined
  readonly setups: ListSetups
}

export function InsightGrid({ insights, setups, about }: InsightGridProps) {
  return (
    <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {insights.map((insight) => {
        const setup = ownValue(setups, insight.list)
        return setup ? (
          <li key={insight.id} className="min-w-0">
            <InsightTile insight={insight} setup={setup} about={about} />
          </li>
        ) : null
      })}
    </ul>
  )
}
