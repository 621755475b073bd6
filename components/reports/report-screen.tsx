"use client"

import { useSearchParams } from "next/navigation"
import { useCallback, useMemo } from "react"
import { parseView, reportHref, type View } from "@/lib/client"
import { Report } from "./report"
import type { FirstPageProblem, ReportSetup } from "./report-setup"

export interface ReportScreenProps {
  readonly setup: ReportSetup
  readonly firstProblem?: FirstPageProblem
}

/** A report whose state is the page's address: each change is a step in the history, and back works. */
export function ReportScreen({ setup, firstProblem }: ReportScreenProps) {
  const search = useSearchParams().toString()
  const { view, notices } = useMemo(
    () => parseView(setup.operation, new URLSearchParams(search)),
    [setup.operation, search],
  )
  const onView = useCallback(
    (next: View) => window.history.pushState(null, "", reportHref(setup.operation, next)),
    [setup.operation],
  )
  return (
    <Report
      setup={setup}
      view={view}
      notices={notices}
      firstProblem={firstProblem}
      onView={onView}
    />
  )
}
