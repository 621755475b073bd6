import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import type { WorkspaceEntry } from "@/lib/catalogue"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

const entrySchema: z.ZodType<WorkspaceEntry> = z.lazy(() =>
  z.object({
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    children: z.array(entrySchema),
  }),
)

const paletteSchema = z.object({
  entries: z.array(entrySchema),
  views: z.array(
    z.object({ id: z.string(), report: z.string(), name: z.string(), search: z.string() }),
  ),
})

/** What a person may jump to beside the pages of the navigation. */
export type PaletteSource = z.infer<typeof paletteSchema>

const freshMs = 30_000

/** What the workspace names and the saved views of all reports, as far as the person may read them. */
export const paletteOptions = () =>
  queryOptions({
    queryKey: queryKeys.palette(),
    queryFn: ({ signal }) => fetchOwn("/api/palette", paletteSchema, { signal }),
    ...readOnce,
    staleTime: freshMs,
  })
