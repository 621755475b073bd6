import { queryOptions } from "@tanstack/react-query"
import type { DashboardStatus } from "@/lib/contract"
import { apiOptions } from "./api"

export type { DashboardStatus }

/** How often the status is read again while its page is in sight, in milliseconds. */
const refreshMs = 10_000

/** How the dashboard is, as an administrator sees it. */
export const statusOptions = () =>
  queryOptions({ ...apiOptions("/api/status"), refetchInterval: refreshMs, staleTime: 0 })
