import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const recentSchema = z.object({
  operation: z.string(),
  ids: z.array(z.string()),
  name: z.string().nullable(),
  /** Milliseconds since 1970. */
  openedAt: z.number(),
})
const recentsSchema = z.object({ recents: z.array(recentSchema) })

/** A record that the person opened. */
export type RecentRecord = z.infer<typeof recentSchema>

/** The records that the person opened last, newest first, at most 20. */
export const recentsOptions = () =>
  queryOptions({
    queryKey: queryKeys.recents(),
    queryFn: async ({ signal }) =>
      (await fetchOwn("/api/recents", recentsSchema, { signal })).recents,
    ...readOnce,
    staleTime: 0,
  })

/** Remembers that the person opened a record: a by-id operation with its path's ids in order. Throws `ApiProblem`. */
export async function rememberRecent(record: Omit<RecentRecord, "openedAt">): Promise<void> {
  await sendOwn("/api/recents", { method: "POST", json: record })
}

/** The address of a recent record's page. */
export const recentHref = ({ operation, ids }: Pick<RecentRecord, "operation" | "ids">): string =>
  `/records/${[operation, ...ids].map(encodeURIComponent).join("/")}`
