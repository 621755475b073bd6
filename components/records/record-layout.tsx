import type { ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import type { KnownList } from "./related-reports"

/** Props of a record type's custom page. */
export interface RecordBodyProps {
  readonly record: Row
  readonly linkOf: LinkOf
  /** The lists within the record that the person may read. */
  readonly lists: readonly KnownList[]
  /** All fields that the body does not show itself. */
  readonly children: ReactNode
}

/** The main column of a record's page, beside `RecordAside`. */
export function RecordMain({ children }: { children: ReactNode }) {
  return <div className="min-w-0 space-y-4 lg:col-span-2 lg:col-start-1">{children}</div>
}

/** The column beside `RecordMain`, or above it if there is no room. */
export function RecordAside({ children }: { children: ReactNode }) {
  return <div className="min-w-0 space-y-4 lg:col-start-3">{children}</div>
}
