import type { UpstreamConfig } from "@/lib/platform"

/** The service and the database of the copying program; sent once. */
export interface SyncWorld {
  readonly config: UpstreamConfig
  readonly dataSetId: string
  /** The number of points in the data set. */
  readonly points: number
  /** The dashboard's database. */
  readonly databaseUrl: string
}

/** The maximum number of calls in a window. */
export interface CallLimit {
  readonly limit: number
  readonly windowMs: number
}

/** One measured order: the list is only read, or it is copied. */
export type SyncOrder =
  | { readonly kind: "read" }
  | { readonly kind: "sync"; readonly limit?: CallLimit }
