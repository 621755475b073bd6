import type { RecentRecord } from "@/lib/contract"
import { api, apiOptions } from "./api"
import { readOnce } from "./queries"

export type { RecentRecord }

/** The person's recently opened records, newest first, at most 20. */
export const recentsOptions = () => ({
  ...apiOptions("/api/recents"),
  select: ({ recents }: { readonly recents: readonly RecentRecord[] }) => recents,
  ...readOnce,
  staleTime: 0,
})

/**
 * Saves that the person opened a record: a by-id operation with its path's ids in order. Throws
 * `ApiProblem`.
 */
export const rememberRecent = (body: Omit<RecentRecord, "openedAt">): Promise<undefined> =>
  api.post("/api/recents", { body })

/** The address of a recent record's page. */
export const recentHref = ({ operation, ids }: Pick<RecentRecord, "operation" | "ids">): string =>
  `/data/${[operation, ...ids].map(encodeURIComponent).join("/")}`
