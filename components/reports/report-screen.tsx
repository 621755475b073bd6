"use client"

import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useCallback, useMemo } from "react"
import { IntlProvider, useLocale, useTimeZone } from "use-intl"
import { parseView, plainReport, reportHref, type View, viewsOptions } from "@/lib/client"
import { Report } from "./report"
import type { FirstPageProblem, ReportSetup, ViewChange } from "./report-setup"
import { useSearch } from "./use-search"

export interface ReportScreenProps {
  readonly setup: ReportSetup
  readonly firstProblem?: FirstPageProblem
  /** What another feature can do with the report. */
  readonly tools?: ReactNode
}

/** A report whose state is the page's address: each change is a step in the history, and back works. */
export function ReportScreen({ setup, firstProblem, tools }: ReportScreenProps) {
  const { operation, fields } = setup
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
      const plain = reportHref(operation, next)
      // An address without a search would open with the default view.
      const isBare = opensWith && !plain.includes("?")
      change(isBare ? reportHref(operation, { ...next, saved: plainReport }) : plain, how)
    },
    [operation, client, change],
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
        onView={onView}
      />
    </IntlProvider>
  )
}
