import type { ReactNode } from "react"
import type { Field, Fields, Row } from "@/lib/catalogue"
import { fieldLabel } from "@/lib/client/messages"
import { cn } from "../ui/class-names"
import { CopyButton } from "../ui/copy-button"
import { cellContent, exactText } from "./cell-content"
import type { CellFormat } from "./cell-format"

export interface RecordDetailProps {
  readonly fields: Fields
  readonly row: Row
  readonly format: CellFormat
  /** Within another record: narrower labels. */
  readonly nested?: boolean
}

type Entry = { readonly [name: string]: unknown }

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A whole record: every field with its full value, nested parts opened up. */
export function RecordDetail({ fields, row, format, nested = false }: RecordDetailProps) {
  return (
    <dl className="divide-y">
      {Object.entries(fields).map(([name, field]) => (
        <div
          key={name}
          className={cn(
            "grid gap-x-4 gap-y-0.5 py-2",
            nested
              ? "grid-cols-[6rem_minmax(0,1fr)] first:pt-1 last:pb-1"
              : "sm:grid-cols-[9rem_minmax(0,1fr)]",
          )}
        >
          <dt className="pt-0.5 text-ink-muted text-xs">{fieldLabel(name)}</dt>
          <dd className="min-w-0">
            <DetailValue name={name} field={field} value={row[name]} format={format} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DetailValueProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly format: CellFormat
}

function DetailValue({ name, field, value, format }: DetailValueProps): ReactNode {
  if (field.type === "array" && Array.isArray(value) && value.length > 0)
    return (
      <ol className="grid gap-2">
        {value.map((item: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
          <li key={index} className={isEntry(item) ? "rounded-md border px-3" : undefined}>
            <DetailValue name={name} field={field.items} value={item} format={format} />
          </li>
        ))}
      </ol>
    )
  if (field.type === "object" && isEntry(value))
    return <RecordDetail fields={field.fields} row={value} format={format} nested />
  return <ScalarValue name={name} field={field} value={value} format={format} />
}

function ScalarValue({ name, field, value, format }: DetailValueProps) {
  const exact = exactText(value)
  const copies = exact !== "" && (field.type === "guid" || field.type === "url")
  if (field.type === "guid" && exact !== "")
    return (
      <span className="flex min-w-0 items-center gap-1">
        <span className="min-w-0">
          {format.nameOf(exact) ? <span className="block">{format.nameOf(exact)}</span> : null}
          <code className="block break-all font-mono text-2xs leading-5">{exact}</code>
        </span>
        <CopyButton value={exact} />
      </span>
    )
  return (
    <span className="inline-flex max-w-full items-center gap-1" title={exact || undefined}>
      <span className="min-w-0 whitespace-pre-wrap break-words tabular">
        {cellContent(name, field, value, format)}
      </span>
      {copies ? <CopyButton value={exact} /> : null}
    </span>
  )
}
