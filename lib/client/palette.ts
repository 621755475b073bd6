import type { PaletteSource } from "@/lib/contract"
import { apiOptions } from "./api"
import { readOnce } from "./queries"

export type { PaletteSource }

const freshMs = 30_000

/** What the workspace names and the saved views of all reports, as far as the person may read them. */
export const paletteOptions = () => ({
  ...apiOptions("/api/palette"),
  ...readOnce,
  staleTime: freshMs,
})
