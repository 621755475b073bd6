import { queryOptions } from "@tanstack/react-query"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"
import { flag, listOf, nullable, type Shaped, shape, text, valuesOf } from "./shape"

const viewParts = {
  id: text,
  name: text,
  /** The report's address, to be read by `parseView`. */
  search: text,
  /** Whom it is shared with; null for nobody. */
  role: nullable(text),
  /** Whoever sees it has it on the overview. */
  pinned: flag,
  ownerName: nullable(text),
  isMine: flag,
  mayChange: flag,
  changedAt: text,
}
const viewShape = shape(viewParts)
const viewsShape = shape({
  views: listOf(viewShape),
  ownDefault: nullable(text),
  roleDefaults: valuesOf(text),
  opensWith: nullable(text),
})

/** A saved view of a report. */
export type SavedView = Shaped<typeof viewShape>

/** A report's views as a person sees them, and which of them it opens with. */
export type ReportViews = Shaped<typeof viewsShape>

/** What a person gives a view; only explorations of data sets can be pinned. */
export type ViewContent = Pick<SavedView, "name" | "search" | "role"> & { pinned?: boolean }

const pinnedViews = listOf(shape({ ...viewParts, dataSetId: text }))
const pinnedShape = shape({
  views: pinnedViews,
  /** Those that the person has taken off their own overview. */
  hidden: pinnedViews,
})

/** What is pinned: what a person has on the overview, and what they have taken off it. */
export type PinnedViews = Shaped<typeof pinnedShape>

/** An exploration that is pinned to the overview. */
export type PinnedView = PinnedViews["views"][number]

/** The explorations that the overview shows. */
export const pinnedViewsOptions = () =>
  queryOptions({
    queryKey: queryKeys.pinnedViews(),
    queryFn: ({ signal }) => fetchOwn("/api/views/pinned", pinnedShape, { signal }),
    ...readOnce,
  })

/** The saved views of a report. */
export const viewsOptions = (report: string) =>
  queryOptions({
    queryKey: queryKeys.views(report),
    queryFn: ({ signal }) =>
      fetchOwn(`/api/views?${new URLSearchParams({ report })}`, viewsShape, { signal }),
    ...readOnce,
  })

/** Saves a view; throws `ApiProblem`, `name_taken` where the person has one of that name. */
export const saveView = async (report: string, content: ViewContent): Promise<SavedView> =>
  viewShape.read(await sendOwn("/api/views", { method: "POST", json: { report, ...content } }))

const viewUrl = (id: string) => `/api/views/${encodeURIComponent(id)}`

/** Changes what is given of a view; throws `ApiProblem`. */
export const changeView = async (id: string, content: Partial<ViewContent>): Promise<SavedView> =>
  viewShape.read(await sendOwn(viewUrl(id), { method: "PATCH", json: content }))

/** Removes a view for everybody; throws `ApiProblem`. */
export async function removeView(id: string): Promise<void> {
  await sendOwn(viewUrl(id), { method: "DELETE" })
}

/** Takes a pinned view off one's own overview, or puts it back; throws `ApiProblem`. */
export async function hideView(view: string, hidden: boolean): Promise<void> {
  await sendOwn("/api/views/hidden", { method: "PUT", json: { view, hidden } })
}

/** Sets what a report opens with, for oneself or, as an administrator, for a role; null for no view. Throws `ApiProblem`. */
export async function setDefaultView(
  report: string,
  whose: "me" | (string & {}),
  view: string | null,
): Promise<void> {
  await sendOwn("/api/views/defaults", { method: "PUT", json: { report, for: whose, view } })
}
