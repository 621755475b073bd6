import type { QueryClient } from "@tanstack/react-query"
import { explorationDataSet, readPageSearch, summarizedList } from "@/lib/catalogue"
import type {
  AllViews,
  ListedView,
  PaletteSource,
  PinnedView,
  PinnedViews,
  ReportViews,
  SavedView,
} from "@/lib/contract"
import { api, apiKey, apiOptions } from "./api"
import { readOnce } from "./queries"

export type { AllViews, ListedView, PinnedView, PinnedViews, ReportViews, SavedView }

/** The editable part of a view. */
export type ViewContent = Pick<SavedView, "name" | "search" | "role"> & { pinned?: boolean }

/** The saved items on Home. */
export const pinnedViewsOptions = () => ({ ...apiOptions("/api/views/pinned"), ...readOnce })

/**
 * Everything that the person saved, that was shared with them, or that they may change as an
 * administrator.
 */
export const allViewsOptions = () => ({ ...apiOptions("/api/views/all"), ...readOnce })

/** The saved views of a report. */
export const viewsOptions = (report: string) => ({
  ...apiOptions("/api/views", { query: { report } }),
  ...readOnce,
})

/** Saves a view; throws `ApiProblem`, `name_taken` if the person has one of that name. */
export const saveView = (report: string, content: ViewContent): Promise<SavedView> =>
  api.post("/api/views", { body: { report, ...content } })

/**
 * Changes the given parts of a view; throws `ApiProblem`, `view_conflict` if it changed after the
 * given `changedAt`.
 */
export const changeView = (
  view: string,
  content: Partial<ViewContent & Pick<SavedView, "changedAt">>,
): Promise<SavedView> => api.patch("/api/views/{view}", { parameters: { view }, body: content })

/** Removes a view for everyone; throws `ApiProblem`. */
export const removeView = (view: string): Promise<undefined> =>
  api.delete("/api/views/{view}", { parameters: { view } })

/** Sets the order and sizes of the tiles on the person's Home; throws `ApiProblem`. */
export const arrangeHome = (
  tiles: readonly { readonly view: string; readonly wide: boolean }[],
): Promise<undefined> => api.put("/api/views/home", { body: { tiles } })

/** Hides a pinned view from the person's Home, or restores it; throws `ApiProblem`. */
export const hideView = (view: string, hidden: boolean): Promise<undefined> =>
  api.put("/api/views/hidden", { body: { view, hidden } })

/**
 * Sets a report's default view, for the person or, as an administrator, for a role; null for none.
 * Throws `ApiProblem`.
 */
export const setDefaultView = (
  report: string,
  whose: "me" | NonNullable<SavedView["role"]>,
  view: string | null,
): Promise<undefined> => api.put("/api/views/defaults", { body: { report, for: whose, view } })

/**
 * The address of a saved view on its report's page, of a saved exploration on its data set's, or of
 * a saved summary.
 */
export function savedViewHref({ id, report, search }: PaletteSource["views"][number]): string {
  const dataSet = explorationDataSet(report)
  const summarized = summarizedList(report)
  const own = readPageSearch(search)
  if (summarized !== undefined) return `/reports/${summarized}/summary?${own}`
  return dataSet === undefined
    ? `/reports/${report}?${new URLSearchParams([...own, ["view.saved", id]])}`
    : `/figures/${dataSet}?${new URLSearchParams([...own, ["saved", id]])}`
}

/** Refetches saved views and pinned items after a change. */
export async function renewViews(client: QueryClient): Promise<void> {
  const keys = [
    apiKey("/api/views"),
    apiKey("/api/views/all"),
    apiKey("/api/views/pinned"),
    apiKey("/api/palette"),
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
