import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const viewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The report's address, to be read by `parseView`. */
  search: z.string(),
  /** Whom it is shared with; null for nobody. */
  role: z.string().nullable(),
  ownerName: z.string().nullable(),
  isMine: z.boolean(),
  mayChange: z.boolean(),
  changedAt: z.string(),
})
const viewsSchema = z.object({
  views: z.array(viewSchema).readonly(),
  ownDefault: z.string().nullable(),
  roleDefaults: z.record(z.string(), z.string()),
  opensWith: z.string().nullable(),
})

/** A saved view of a report. */
export type SavedView = z.infer<typeof viewSchema>

/** A report's views as a person sees them, and which of them it opens with. */
export type ReportViews = z.infer<typeof viewsSchema>

/** What a person gives a view. */
export type ViewContent = Pick<SavedView, "name" | "search" | "role">

/** The saved views of a report. */
export const viewsOptions = (report: string) =>
  queryOptions({
    queryKey: queryKeys.views(report),
    queryFn: ({ signal }) =>
      fetchOwn(`/api/views?${new URLSearchParams({ report })}`, viewsSchema, { signal }),
    ...readOnce,
  })

/** Saves a view; throws `ApiProblem`, `name_taken` where the person has one of that name. */
export const saveView = async (report: string, content: ViewContent): Promise<SavedView> =>
  viewSchema.parse(await sendOwn("/api/views", { method: "POST", json: { report, ...content } }))

const viewUrl = (id: string) => `/api/views/${encodeURIComponent(id)}`

/** Changes what is given of a view; throws `ApiProblem`. */
export const changeView = async (id: string, content: Partial<ViewContent>): Promise<SavedView> =>
  viewSchema.parse(await sendOwn(viewUrl(id), { method: "PATCH", json: content }))

/** Removes a view for everybody; throws `ApiProblem`. */
export async function removeView(id: string): Promise<void> {
  await sendOwn(viewUrl(id), { method: "DELETE" })
}

/** Sets what a report opens with, for oneself or, as an administrator, for a role; null for no view. Throws `ApiProblem`. */
export async function setDefaultView(
  report: string,
  whose: "me" | (string & {}),
  view: string | null,
): Promise<void> {
  await sendOwn("/api/views/defaults", { method: "PUT", json: { report, for: whose, view } })
}
