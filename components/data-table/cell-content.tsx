import type { ReactNode } from "react"
import type { Field, ScalarType } from "@/lib/catalogue"
import { Badge } from "../ui/badge"
import { shortenId } from "../ui/short-id"
import type { CellFormat } from "./cell-format"
import { summariseNested } from "./nested-value"
import { toneOf } from "./value-tone"

const quiet = <span className="text-ink-faint">–</span>

type Writer = (value: string | number | boolean, format: CellFormat) => ReactNode

const time =
  (write: (format: CellFormat) => (text: string) => string | undefined): Writer =>
  (value, format) => <time dateTime={`${value}`}>{write(format)(`${value}`) ?? `${value}`}</time>

const number: Writer = (value, format) =>
  typeof value === "number" ? format.number(value) : `${value}`

const writers = {
  guid: (value, format) =>
    format.nameOf(`${value}`) ?? <code className="font-mono text-xs">{shortenId(`${value}`)}</code>,
  string: (value) => `${value}`,
  url: (value) => <span className="text-ink-muted">{`${value}`.replace(/^https?:\/\//, "")}</span>,
  boolean: (value, format) => (
    <span className={value === true ? undefined : "text-ink-muted"}>
      {typeof value === "boolean" ? format.boolean(value) : `${value}`}
    </span>
  ),
  integer: number,
  double: number,
  datetime: time((format) => format.moment),
  datetimeoffset: time((format) => format.moment),
  localdatetime: time((format) => format.wallClock),
} as const satisfies Record<ScalarType, Writer>

function NestedContent({
  name,
  value,
  format,
}: {
  name: string
  value: unknown
  format: CellFormat
}) {
  const summary = summariseNested(value, format.locale)
  if (!summary || (summary.kind === "count" && summary.count === 0)) return quiet
  if (summary.kind === "count") return <>{format.count(name, summary.count)}</>
  if (summary.more === 0) return <>{summary.text}</>
  return (
    <>
      {summary.text} <span className="text-ink-faint">{format.more(summary.more)}</span>
    </>
  )
}

const isScalarValue = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** What a cell shows for a value of a field: short, in one line, null as a quiet dash. */
export function cellContent(
  name: string,
  field: Field,
  value: unknown,
  format: CellFormat,
): ReactNode {
  if (value === null || value === undefined || value === "") return quiet
  if (field.type === "object" || field.type === "array" || !isScalarValue(value))
    return <NestedContent name={name} value={value} format={format} />
  if (field.values) return <Badge tone={toneOf(`${value}`)}>{`${value}`}</Badge>
  return writers[field.type](value, format)
}

/** The exact value as text, for titles and the clipboard; nested values as JSON. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : `${value as string | number | boolean}`
}
