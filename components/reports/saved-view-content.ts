import { type ListOperation, readPageSearch } from "@/lib/catalogue"
import {
  emptyView,
  parseView,
  plainReport,
  printView,
  type ReportViews,
  type SavedView,
  type View,
} from "@/lib/client"
import type { ReportSetup } from "./report-setup"

type ReportKind = Pick<ReportSetup, "operation" | "fields">

/** A view by itself, whatever it began as. */
export function withoutName({ saved: _, ...view }: View): View {
  return view
}

/** What is saved of a view: its address without the name of the view that it began as. */
export const contentOf = (operation: ListOperation, view: View): string =>
  printView(operation, withoutName(view)).toString()

const readSaved = ({ operation, fields }: ReportKind, { search }: SavedView): View =>
  withoutName(parseView(operation, fields, readPageSearch(search)).view)

/** A saved view as it is opened; what of it the report no longer knows is left out. */
export const viewOf = (kind: ReportKind, saved: SavedView): View => ({
  ...readSaved(kind, saved),
  saved: saved.id,
})

/** The report as it is without a saved view, of the same thing; its address names that where it would open with one. */
export const plainOf = ({ parameters }: View, views: ReportViews | undefined): View => ({
  ...emptyView,
  parameters,
  ...(views?.opensWith && { saved: plainReport }),
})

/** Whether a view is no longer what was saved, however its address is written. */
export const isChangedFrom = (kind: ReportKind, view: View, saved: SavedView): boolean =>
  contentOf(kind.operation, view) !== contentOf(kind.operation, readSaved(kind, saved))

interface SavedState {
  /** The saved view that a view began as, where the reader sees it. */
  readonly current: SavedView | undefined
  /** True where the report opens with it. */
  readonly isDefault: boolean
}

/** How a view is related to the saved ones. */
export function savedStateOf({ saved }: View, views: ReportViews | undefined): SavedState {
  const current = views?.views.find(({ id }) => id === saved)
  return { current, isDefault: current !== undefined && current.id === views?.opensWith }
}
