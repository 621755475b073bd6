import type { ReactNode } from "react"
import { type Field, type Fields, isScalar, type Row } from "@/lib/catalogue"
import { fieldLabel, translator } from "@/lib/client/messages"
import { Badge } from "../ui/badge"
import type { LinkOf } from "./field-links"
import { ScalarValue } from "./scalar-value"

export interface RecordFieldsProps {
  readonly fields: Fields
  readonly row: Row
  readonly linkOf: LinkOf
  /** Fields that the page shows elsewhere. */
  readonly except?: readonly string[]
}

/** A record's fields by the catalogue: label and typed value, one under the other. */
export function RecordFields({ fields, row, linkOf, except = [] }: RecordFieldsProps) {
  const t = translator("common")
  return (
    <dl className="divide-y">
      {Object.entries(fields)
        .filter(([name, field]) => !except.includes(name) && field.sameAs === undefined)
        .map(([name, field]) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-0.5 py-1.5 sm:items-baseline sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-muted">
              {fieldLabel(name)}
              {field.deprecated ? (
                <Badge tone="caution" className="ml-2" title={field.deprecated.note}>
                  {t("deprecated")}
                </Badge>
              ) : null}
            </dt>
            <dd className="min-w-0 break-words">
              <FieldValue
                name={name}
                field={field}
                value={row[name] ?? sameValue(fields, row, name)}
                linkOf={linkOf}
              />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The value under a field's other name, for platforms that send only that one. */
const sameValue = (fields: Fields, row: Row, name: string): unknown =>
  Object.entries(fields)
    .filter(([, field]) => field.sameAs === name)
    .map(([other]) => row[other])
    .find((value) => value !== undefined)

const none = <span className="text-ink-faint">–</span>

interface FieldValueProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly linkOf: LinkOf
}

/** A value as its type in the catalogue wants it; null and absent are a quiet dash. */
function FieldValue({ name, field, value, linkOf }: FieldValueProps): ReactNode {
  if (value === null || value === undefined || value === "") return none
  if (field.type === "array")
    return <ListValue name={name} items={field.items} value={value} linkOf={linkOf} />
  if (field.type === "object")
    return <RecordFields fields={field.fields} row={value as Row} linkOf={linkOf} />
  return <ScalarValue name={name} field={field} value={value} linkOf={linkOf} />
}

interface ListValueProps {
  readonly name: string
  readonly items: Field
  readonly value: unknown
  readonly linkOf: LinkOf
}

function ListValue({ name, items, value, linkOf }: ListValueProps) {
  if (!Array.isArray(value) || value.length === 0) return none
  return (
    <ul className={isScalar(items) ? "flex flex-wrap gap-x-4 gap-y-1" : "space-y-2"}>
      {value.map((item: unknown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own and never move
        <li key={index} className={isScalar(items) ? undefined : "rounded-md border px-3"}>
          <FieldValue name={name} field={items} value={item} linkOf={linkOf} />
        </li>
      ))}
    </ul>
  )
}
