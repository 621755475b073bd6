import type { Fields, ListOperation, PatchOperation, Row } from "@/lib/catalogue"
import type { DataSource, FieldLinks } from "@/lib/client"

/** The server's data for a department's page; serializable. */
export interface EditorSetup {
  readonly id: string
  /** The list that returns complete departments. */
  readonly list: ListOperation
  readonly patches: readonly PatchOperation[]
  /** The fields that the list returns. */
  readonly fields: Fields
  /** Link targets of ids in the fields. */
  readonly links: FieldLinks
  /** The signed-in person, who owns the drafts. */
  readonly person: string
  readonly mayWrite: boolean
}

/** The department as read by the server for the first paint. */
export interface FirstReading {
  readonly record: Row
  readonly source: DataSource
  /** ISO time of the data, if known. */
  readonly asOf?: string | undefined
}
