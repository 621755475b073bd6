import { infiniteQueryOptions } from "@tanstack/react-query"
import type { AuditFilter, AuditKind, StoredAuditEvent } from "@/lib/contract"
import { api, apiKey } from "./api"

export type { AuditFilter, AuditKind, StoredAuditEvent }

/** Every kind of event, in display order. */
export const recordedKinds = [
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "session_ended",
  "refused",
  "setting_changed",
  "small_groups_changed",
  "workspace_changed",
  "names_uploaded",
  "names_removed",
  "names_looked_up",
  "export_made",
  "export_fetched",
  "batch_begun",
  "batch_undone",
  "batch_changed",
  "person_erased",
  "audit_exported",
] as const satisfies readonly AuditKind[]

/** The URL of a CSV file with all matching events. */
export const auditFileUrl = (filter: AuditFilter): string =>
  `/api/audit/file?${new URLSearchParams(Object.entries(filter))}`

/** The audit log by page, newest first. */
export const auditOptions = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKey("/api/audit", { query: filter }), "pages"],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/audit", {
        query: { ...filter, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
