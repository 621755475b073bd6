import type { ReactNode } from "react"
import type { Fields, Filter, ListOperation, Role, SeriesQuestion } from "@/lib/catalogue"
import type { Exploration, ReportViews } from "@/lib/client"
import type { DataSet } from "./data-set-picker"

/** All that an explorer page needs to know, found on the server; plain data. */
export interface ExplorerSetup {
  readonly dataSetId: string
  readonly name: string
  readonly unit: string
  readonly dataSets: readonly DataSet[]
  /** The data points' list. */
  readonly operation: ListOperation
  readonly fields: Fields
  /** The roles whose people may read it, so that an exploration can be shared with them. */
  readonly roles: readonly Role[]
  /** The saved explorations at the time of the page. */
  readonly views?: ReportViews
}

/** What other features show within an explorer. */
export interface ExplorerSlots {
  readonly renderFilters: (props: {
    readonly filters: readonly Filter[]
    readonly onFilters: (filters: readonly Filter[]) => void
  }) => ReactNode
  readonly renderZone: (props: {
    readonly zone: string
    readonly onZone: (zone: string) => void
  }) => ReactNode
}

/** What the parts of an explorer share. */
export interface ExplorerPartProps {
  readonly setup: ExplorerSetup
  readonly exploration: Exploration
  readonly onExploration: (next: Exploration, change?: { readonly replace?: boolean }) => void
}

/** What a part of the question needs to change it. */
export interface QuestionPartProps {
  readonly question: SeriesQuestion
  readonly ask: (change: Partial<SeriesQuestion>) => void
}
