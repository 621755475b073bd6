import type { ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import type { KnownList } from "./known-lists"

/** What the page of a record type of its own gets. */
export interface RecordBodyProps {
  readonly record: Row
  readonly linkOf: LinkOf
  /** The lists within the record that the person may read. */
  readonly lists: readonly KnownList[]
  /** All fields that the body does not show itself. */
  readonly children: ReactNode
}
