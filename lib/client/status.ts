import { queryOptions } from "@tanstack/react-query"
import type { DashboardStatus } from "@/lib/contract"
import { apiOptions } from "./api"

export type { DashboardStatus }

/** How often the status is polled while its page is visible, in milliseconds. */
const refreshMs = 10_000

/** The dashboard's status, for administrators. */
export const statusOptions = () =>
  queryOptions({ ...apiOptions("/api/status"), refetchInterval: refreshMs, staleTime: 0 })
