import type { UpstreamConfig } from "@/lib/platform"

/** Where the copying program works; it is told once. */
export interface SyncWorld {
  readonly config: UpstreamConfig
  readonly dataSetId: string
  /** How many points the data set has. */
  readonly points: number
  /** The dashboard's own. */
  readonly databaseUrl: string
}

/** How many calls may be made in how many milliseconds. */
export interface CallLimit {
  readonly limit: number
  readonly windowMs: number
}

/** One thing that is timed: the list is read and forgotten, or it is copied. */
export type SyncOrder =
  | { readonly kind: "read" }
  | { readonly kind: "sync"; readonly limit?: CallLimit }
