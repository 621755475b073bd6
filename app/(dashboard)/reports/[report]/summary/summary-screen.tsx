"use client"

import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { FilterBar } from "@/components/reports/filter-bar"
import { useChoiceNames, useNamedChoices } from "@/components/reports/filter-choices"
import { useClauseText } from "@/components/reports/filter-text"
import { DroppedParts } from "@/components/reports/notices"
import { ReportProvider, useReport } from "@/components/reports/report-context"
import { ReportProblem } from "@/components/reports/report-problem"
import type { ReportSetup } from "@/components/reports/report-setup"
import { useViewQuery } from "@/components/reports/use-view-query"
import { TextSearch } from "@/components/reports/whole-list"
import { ZoneMenu } from "@/components/reports/zone-menu"
import { ViewMenu } from "@/components/saved/view-menu"
import { Summary } from "@/components/summaries/summary"
import type { SummarySlots } from "@/components/summaries/summary-context"
import { useSearch } from "@/components/ui/use-search"
import { type Filter, readPageSearch, summaryReport } from "@/lib/catalogue"
import {
  type DroppedPart,
  emptyView,
  parseSummaryView,
  requestedSummary,
  type SavedView,
  type SummaryView,
  summaryHref,
  viewsOptions,
} from "@/lib/client"

/**
 * One condition, edited with the filter chips of reports; if there are several, the newest wins.
 */
function Condition({ condition, onCondition }: Parameters<SummarySlots["renderCondition"]>[0]) {
  const { setup } = useReport()
  return (
    <ReportProvider
      setup={setup}
      view={{ ...emptyView, filters: [condition] }}
      setView={({ filters }) => {
        const chosen = filters.findLast((filter) => filter !== condition) ?? filters.at(-1)
        if (chosen) onCondition(chosen)
      }}
    >
      <FilterBar isCondition />
    </ReportProvider>
  )
}

/** The saved summaries of the list; the one that matches the page's query is current. */
function SavedSummaries({ summary, changeSummary }: Omit<SlottedProps, "dropped">) {
  const { operation, fields, sharing } = useReport().setup
  const searchOf = (view: SummaryView) =>
    `${new URL(summaryHref(operation, view), "http://page").searchParams}`
  const search = searchOf(summary)
  const report = summaryReport(operation.id)
  const { data } = useQuery(viewsOptions(report))
  const read = (view: SavedView): SummaryView => {
    const { dropped: _, ...saved } = parseSummaryView(
      operation,
      fields,
      readPageSearch(view.search),
    )
    return saved
  }
  return (
    <ViewMenu
      report={report}
      search={search}
      shown={data?.views.find((view) => searchOf(read(view)) === search)?.id}
      isChanged={() => false}
      roles={sharing.roles}
      onOpen={(view) => changeSummary(read(view))}
      onBecome={() => {}}
    />
  )
}

interface SlottedProps {
  readonly summary: SummaryView
  readonly changeSummary: (next: SummaryView) => void
  readonly dropped: readonly DroppedPart[]
}

function Slotted({ summary, changeSummary, dropped }: SlottedProps) {
  const { setup, view, setView, format, ownZone } = useReport()
  const { filters } = useViewQuery(setup, view)
  const choices = useNamedChoices(setup, view)
  const clauseText = useClauseText(choices)
  const nameOf = useChoiceNames(choices, format.nameOf)
  const { operation, fields } = setup
  const slots: SummarySlots = {
    filters: (
      <>
        <TextSearch />
        <FilterBar />
      </>
    ),
    zone: (
      <ZoneMenu
        zone={view.zone}
        ownZone={ownZone}
        onZone={(next) => {
          const { zone: _, ...others } = view
          setView(next === undefined ? others : { ...others, zone: next })
        }}
      />
    ),
    saving: <SavedSummaries summary={summary} changeSummary={changeSummary} />,
    renderCondition: (props) => <Condition {...props} />,
    renderProblem: (props) => <ReportProblem operation={operation} {...props} />,
    conditionText: (condition: Filter) =>
      clauseText({ property: condition.property, filters: [condition] }).sentence,
    format,
    nameOf,
  }
  return (
    <Summary
      operation={operation}
      fields={fields}
      summary={summary}
      changeSummary={changeSummary}
      query={requestedSummary(summary, filters, view.zone ?? ownZone)}
      slots={slots}
      notices={dropped.length > 0 ? <DroppedParts parts={dropped} /> : null}
    />
  )
}

/** A summary of a whole list; the URL is its state. */
export function SummaryScreen({ setup }: { readonly setup: ReportSetup }) {
  const { search, change } = useSearch()
  const { operation, fields } = setup
  const { dropped, ...summary } = useMemo(
    () => parseSummaryView(operation, fields, new URLSearchParams(search)),
    [operation, fields, search],
  )
  const changeSummary = (next: SummaryView) => change(summaryHref(operation, next))
  return (
    <ReportProvider
      setup={setup}
      view={summary.view}
      setView={(view, how) => change(summaryHref(operation, { ...summary, view }), how)}
    >
      <Slotted summary={summary} changeSummary={changeSummary} dropped={dropped} />
    </ReportProvider>
  )
}
