import type { Fields, ListOperation, PatchOperation, Row } from "@/lib/catalogue"
import type { DataSource, FieldLinks } from "@/lib/client"

/** What the page of a department gets from the server; plain data. */
export interface EditorSetup {
  readonly id: string
  /** The list that shows departments whole. */
  readonly list: ListOperation
  /** The operations that change departments. */
  readonly patches: readonly PatchOperation[]
  /** The fields that the list sends. */
  readonly fields: Fields
  /** Where ids in the fields lead. */
  readonly links: FieldLinks
  /** Who is signed in, for whom drafts are kept. */
  readonly person: string
  readonly mayWrite: boolean
}

/** The department as the server read it for the first paint. */
export interface FirstReading {
  readonly record: Row
  readonly source: DataSource
  /** ISO time of the data, where it is known. */
  readonly asOf?: string | undefined
}
