"use client"

import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useCallback, useMemo } from "react"
import { IntlProvider, useLocale, useTimeZone } from "use-intl"
import { parseView, plainReport, reportHref, type View, viewsOptions } from "@/lib/client"
import { useSearch } from "../ui/use-search"
import { Report } from "./report"
import type { FirstPageProblem, ReportPlace, ReportSetup, ViewChange } from "./report-setup"

export interface ReportScreenProps {
  readonly setup: ReportSetup
  /** The page that shows the report, where that is not its own. */
  readonly place?: ReportPlace
  readonly firstProblem?: FirstPageProblem
  /** What another feature can do with the report. */
  readonly tools?: ReactNode
}

/** A report whose state is the page's address: each change is a step in the history, and back works. */
export function ReportScreen({ setup, place, firstProblem, tools }: ReportScreenProps) {
  const { operation, fields } = setup
  const path = place?.path
  const { search, change } = useSearch()
  const { view, dropped } = useMemo(
    () => parseView(operation, fields, new URLSearchParams(search)),
    [operation, fields, search],
  )
  const client = useQueryClient()
  const ownZone = useTimeZone() ?? "UTC"
  const onView = useCallback(
    (next: View, how?: ViewChange) => {
      const opensWith = client.getQueryData(viewsOptions(operation.id).queryKey)?.opensWith
      const plain = reportHref(operation, next, path)
      // An address without a search would open with the default view.
      const isBare = opensWith && !plain.includes("?")
      change(isBare ? reportHref(operation, { ...next, saved: plainReport }, path) : plain, how)
    },
    [operation, path, client, change],
  )
  return (
    <IntlProvider locale={useLocale()} {...(view.zone && { timeZone: view.zone })}>
      <Report
        setup={setup}
        view={view}
        dropped={dropped}
        firstProblem={firstProblem}
        ownZone={ownZone}
        tools={tools}
        place={place}
        onView={onView}
      />
    </IntlProvider>
  )
}
