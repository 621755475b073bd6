import type { Quota } from "@/lib/contract"

export type { Quota }

/** Who a request is for: a person at a page, an export, the background. */
export type QuotaLane = keyof Quota["usedByLane"]
