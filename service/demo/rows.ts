import type { ContainerKind, Fields, RecordName, records, ValueOf } from "@/lib/catalogue"

type Records = typeof records

/** Fields computed when sent: links, second names and constants. */
type Computed = { type: "url" } | { sameAs: string } | { deprecated: object }

type StoredFields<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends Computed ? never : K]: ValueOf<F[K]>
}

type HiddenFields<R> = R extends { hidden: infer H extends Fields } ? StoredFields<H> : unknown

/** The stored part of one record: every field that is not computed, and the hidden ones. */
export type Values<N extends RecordName> = StoredFields<Records[N]["fields"]> &
  HiddenFields<Records[N]>

/** A record with the path parameters that contain it. */
export interface DemoRow<N extends RecordName> {
  readonly scope: { readonly [K in Records[N]["scope"][number]]: string }
  readonly values: Values<N>
}

export interface ContainerRow {
  readonly kind: ContainerKind
  readonly id: string
  readonly parentId?: string
  readonly name: string
  readonly unit?: string
  /** The gates that are open here (catalogue `Gate.feature`). */
  readonly features?: string[]
}
