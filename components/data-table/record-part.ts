import type { ReactNode } from "react"
import type { Field, Fields, Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import type { CellFormat } from "./cell-format"

/** What every way of showing a part of a record is given. */
export interface RecordPartProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly format: CellFormat
  readonly linkOf: LinkOf
  /** Shows the fields of a part within this one. */
  readonly nest: (fields: Fields, row: Row) => ReactNode
}
