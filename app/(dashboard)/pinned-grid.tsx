"use client"

import { type ComponentProps, type ReactNode, useMemo } from "react"
import { CountTile } from "@/components/reports/count-tile"
import { ReportProvider } from "@/components/reports/report-context"
import type { ReportSetup } from "@/components/reports/report-setup"
import { PinnedTiles } from "@/components/tiles/pinned-tiles"
import { ownValue, type Role, readPageSearch, summarizedList } from "@/lib/catalogue"
import { type PinnedView, parseSummaryView, parseView, tileKindOf } from "@/lib/client"
import { ListedTile, type ListSetups, unchanged } from "./insight-grid"

interface SavedTileProps {
  readonly view: PinnedView
  readonly setup: ReportSetup
  readonly menu: ReactNode
}

function SavedTile({ view, setup, menu }: SavedTileProps) {
  const { operation, fields } = setup
  const search = useMemo(() => readPageSearch(view.search), [view.search])
  const shown = useMemo(
    () => parseView(operation, fields, search).view,
    [operation, fields, search],
  )
  if (summarizedList(view.report) === undefined)
    return (
      <ReportProvider setup={setup} view={shown} setView={unchanged}>
        <CountTile view={view} menu={menu} />
      </ReportProvider>
    )
  const { question } = parseSummaryView(operation, fields, search)
  const note = view.isMine || view.ownerName === null ? operation.title : view.ownerName
  return (
    <ListedTile
      setup={setup}
      search={view.search}
      tile={{ kind: tileKindOf(question), title: view.name, note, menu }}
      labels={undefined}
    />
  )
}

interface PinnedGridProps
  extends Omit<ComponentProps<typeof PinnedTiles>, "renderTile" | "rolesOf"> {
  readonly setups: ListSetups
  /** Roles that may read data points. */
  readonly roles: readonly Role[]
}

export function PinnedGrid({ setups, roles, ...pinned }: PinnedGridProps) {
  const setupOf = ({ report }: PinnedView) => ownValue(setups, summarizedList(report) ?? report)
  return (
    <PinnedTiles
      {...pinned}
      rolesOf={(view) => setupOf(view)?.sharing.roles ?? roles}
      renderTile={(view, menu) => {
        const setup = setupOf(view)
        return setup ? <SavedTile view={view} setup={setup} menu={menu} /> : null
      }}
    />
  )
}
