"use client"

import { useMemo } from "react"
import { Explorer } from "@/components/kpis/explorer"
import type { ExplorerSetup, ExplorerSlots } from "@/components/kpis/explorer-context"
import { FilterBar } from "@/components/reports/filter-bar"
import { ReportProvider } from "@/components/reports/report-context"
import { plainSetup } from "@/components/reports/report-setup"
import { ZoneMenu } from "@/components/reports/zone-menu"
import type { ListOperation } from "@/lib/catalogue"
import { emptyView } from "@/lib/client"

/** The explorer selects days by its range, so a time filter would be redundant. */
function withoutTime(operation: ListOperation): ListOperation {
  const { timeStamp, ...properties } = operation.properties
  return {
    ...operation,
    properties: { ...properties, ...(timeStamp && { timeStamp: { ...timeStamp, filter: false } }) },
  }
}

type FiltersProps = Parameters<ExplorerSlots["renderFilters"]>[0] & {
  readonly setup: ExplorerSetup
}

function QuestionFilters({ setup, filters, onFilters }: FiltersProps) {
  const { operation, fields } = setup
  const list = useMemo(() => plainSetup(withoutTime(operation), fields), [operation, fields])
  return (
    <ReportProvider
      setup={list}
      view={{ ...emptyView, filters }}
      setView={(view) => onFilters(view.filters)}
    >
      <FilterBar />
    </ReportProvider>
  )
}

export function ExplorerScreen(setup: ExplorerSetup & { readonly ownZone: string }) {
  return (
    <Explorer
      {...setup}
      renderFilters={(props) => <QuestionFilters {...props} setup={setup} />}
      renderZone={({ zone, onZone }) => (
        <ZoneMenu
          zone={zone === setup.ownZone ? undefined : zone}
          ownZone={setup.ownZone}
          onZone={(next) => onZone(next ?? setup.ownZone)}
        />
      )}
    />
  )
}
