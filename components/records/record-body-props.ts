import type { Row } from "@/lib/catalogue"
import type { LinkOf } from "./field-links"

/** What the page of a record type of its own gets. */
export interface RecordBodyProps {
  readonly record: Row
  readonly linkOf: LinkOf
}
