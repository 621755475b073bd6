"use client"

import { useCallback } from "react"
import { type Fields, ownValue, type PathParameters, type Row } from "@/lib/catalogue"
import { createLinkOf, type FieldLinks } from "@/lib/client"
import { type ReadName, RecordFields, useCellFormat, useNames } from "../data-table"

export interface LinkedFieldsProps {
  readonly type: string
  readonly fields: Fields
  readonly record: Row
  readonly links: FieldLinks
  readonly parameters: PathParameters
  /** Names for the record's ids that the platform itself lists. */
  readonly names: Readonly<Record<string, string>>
  /** Fields that the page shows elsewhere. */
  readonly except: readonly string[]
}

/** A record's fields with linked ids. */
export function LinkedFields({
  type,
  fields,
  record,
  links,
  parameters,
  names,
  except,
}: LinkedFieldsProps) {
  const nameOf = useNames(type, fields)
  const named: ReadName = useCallback(
    (id, field) => ownValue(names, id) ?? nameOf(id, field),
    [names, nameOf],
  )
  return (
    <RecordFields
      fields={fields}
      row={record}
      format={useCellFormat(named, type)}
      linkOf={createLinkOf(links, parameters)}
      except={except}
    />
  )
}
