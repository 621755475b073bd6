"use client"

import type { Fields, PathParameters, Row } from "@/lib/catalogue"
import { createLinkOf, type FieldLinks } from "@/lib/client"
import { RecordFields, useCellFormat, useNames } from "../data-table"

export interface LinkedFieldsProps {
  /** The name of the record's type. */
  readonly type: string
  readonly fields: Fields
  readonly record: Row
  readonly links: FieldLinks
  readonly parameters: PathParameters
  /** Fields that the page shows elsewhere. */
  readonly except: readonly string[]
}

/** A record's fields, in which ids lead to what they stand for. */
export function LinkedFields({
  type,
  fields,
  record,
  links,
  parameters,
  except,
}: LinkedFieldsProps) {
  return (
    <RecordFields
      fields={fields}
      row={record}
      format={useCellFormat(useNames(type, fields), type)}
      linkOf={createLinkOf(links, parameters)}
      except={except}
    />
  )
}
