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

/** A view without the saved view that it came from. */
export function withoutName({ saved: _, ...view }: View): View {
  return view
}

/** The saved content of a view: its address without the saved view that it came from. */
export const contentOf = (operation: ListOperation, view: View): string =>
  printView(operation, withoutName(view)).toString()

const readSaved = ({ operation, fields }: ReportKind, { search }: SavedView): View =>
  withoutName(parseView(operation, fields, readPageSearch(search)).view)

/** A saved view as it opens, without the parts that the report no longer knows. */
export const viewOf = (kind: ReportKind, saved: SavedView): View => ({
  ...readSaved(kind, saved),
  saved: saved.id,
})

/**
 * The report of the same path without a saved view; the address says so if one would open by
 * default.
 */
export const plainOf = ({ parameters }: View, views: ReportViews | undefined): View => ({
  ...emptyView,
  parameters,
  ...(views?.opensWith && { saved: plainReport }),
})

/** True if a view differs from its saved version, regardless of how the address is written. */
export const isChangedFrom = (kind: ReportKind, view: View, saved: SavedView): boolean =>
  contentOf(kind.operation, view) !== contentOf(kind.operation, readSaved(kind, saved))

interface SavedState {
  /** The saved view that a view came from, if visible to the reader. */
  readonly current: SavedView | undefined
  /** True if it is the report's default. */
  readonly isDefault: boolean
}

export function savedStateOf({ saved }: View, views: ReportViews | undefined): SavedState {
  const current = views?.views.find(({ id }) => id === saved)
  return { current, isDefault: current !== undefined && current.id === views?.opensWith }
}
